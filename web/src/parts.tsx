// Small things that stand on every screen.

import { useRef } from 'preact/hooks';
import { t } from './language';

/// What went wrong, said at once also to those who listen.
export function Failure({ text, banner = false }: { text: string; banner?: boolean }) {
  if (text === '') return null;
  return (
    <p class={banner ? 'failure banner' : 'failure'} role="alert">
      {text}
    </p>
  );
}

export function Loading() {
  return <p class="banner faint">{t('app.loading')}</p>;
}

/// The head of a table.
export function Columns({ names }: { names: string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export interface FileButtonProps {
  name: string; // of the button
  label?: string; // of the field behind it
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/// A button that opens files; the field itself is for those who listen, and for tests.
export function FileButton({ name, label = name, accept, multiple = false, onFiles }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => field.current?.click()}>
        {name}
      </button>
      <input
        ref={field}
        type="file"
        accept={accept}
        multiple={multiple}
        class="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
