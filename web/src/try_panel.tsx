// "What if": the method, its settings, the filters. Each control writes the address; the view follows.

import { useState } from 'preact/hooks';
import { service, type Filter, type FilterOutcome, type Filters as FilterList, type MethodSetting, type Pipeline, type SettingValue } from './api';
import { download } from './download';
import { number, t, t_or } from './language';
import {
  compare,
  favor,
  method,
  pipeline,
  set_method,
  set_pipeline,
  settings,
  view,
  words_of,
  workbench,
} from './page_state';
import { Failure, FileButton } from './parts';
import { change } from './route';
import { choices, default_pipeline, filters_in_use, kinds, to_toml, with_filters } from './toml';

/// `of`: a page, beside what it is compared with; or a set of pages.
export function TryPanel({ of = 'page' }: { of?: 'page' | 'set' }) {
  const methods = workbench.value?.methods ?? [];
  const info = methods.find((m) => m.id === method.value);
  return (
    <section class="try" aria-label={t(of === 'page' ? 'try.title' : 'sets.settings')}>
      <h2 class={of === 'page' ? undefined : 'visually-hidden'}>{t(of === 'page' ? 'try.title' : 'sets.settings')}</h2>
      <label class="field">
        <span>{t('try.method')}</span>
        <select value={method.value} onChange={(event) => set_method(event.currentTarget.value)}>
          {methods.map((m) => (
            <option key={m.id} value={m.id} disabled={m.trained && m.id !== method.value}>
              {m.id}
            </option>
          ))}
        </select>
      </label>
      {info && (
        <p class="hint">{t_or('method.', info.id)}</p>
      )}
      <fieldset class="field segments">
        <legend>{t('try.favor')}</legend>
        <div>
          {(['precision', 'balanced', 'recall'] as const).map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="favor"
                checked={favor.value === value}
                onChange={() => change({ favor: value === 'balanced' ? undefined : value })}
              />
              <span>{t(`try.favor.${value}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {of === 'page' && (
        <label class="field">
          <span>{t('try.compare')}</span>
          <select value={compare.value} onChange={(event) => change({ compare: event.currentTarget.value || undefined })}>
            <option value="">{t('try.compare.nothing')}</option>
            <option value="defaults">{t('try.compare.defaults')}</option>
            {compare.value.startsWith('run:') && <option value={compare.value}>{t('try.compare.run')}</option>}
            {view.value?.gold !== undefined && <option value="gold">{t('try.compare.gold')}</option>}
            {methods
              .filter((m) => !m.trained)
              .map((m) => (
                <option key={m.id} value={`method:${m.id}`}>
                  {t('try.compare.method', m.id)}
                </option>
              ))}
          </select>
        </label>
      )}
      {info && <MethodSettings known={info.settings} />}
      <Filters outcomes={of === 'page' ? (view.value?.filters ?? []) : []} />
    </section>
  );
}

function MethodSettings({ known }: { known: MethodSetting[] }) {
  const changed = Object.keys(settings.value).length > 0;
  // Files of the machine that serves are for its command line: the service reads none that a request names.
  const shown = known.filter((s) => !s.of_service);
  return (
    <details class="group" open={changed || undefined}>
      <summary>
        {t('try.settings')}
        {changed && <span class="count">{Object.keys(settings.value).length}</span>}
      </summary>
      {shown.length === 0 && <p class="hint">{t('try.settings.none')}</p>}
      {shown.map((setting) => (
        <Setting key={setting.name} setting={setting} />
      ))}
      {changed && (
        <button
          type="button"
          onClick={() => change(Object.fromEntries(Object.keys(settings.value).map((name) => [`set.${name}`, undefined])))}
        >
          {t('try.reset')}
        </button>
      )}
    </details>
  );
}

function Setting({ setting }: { setting: MethodSetting }) {
  const value = settings.value[setting.name] ?? setting.default;
  const write = (next: string) => change({ [`set.${setting.name}`]: next === setting.default ? undefined : next });
  const help = (
    <span class="hint" lang="en">
      {setting.help}
    </span>
  );
  if (setting.type === 'flag')
    return (
      <label class="field check">
        <input
          type="checkbox"
          checked={['on', 'true', '1'].includes(value)}
          onChange={(event) => write(event.currentTarget.checked ? 'on' : 'off')}
        />
        <span>
          <code>{setting.name}</code> {help}
        </span>
      </label>
    );
  if (setting.type === 'choice')
    return (
      <label class="field">
        <span>
          <code>{setting.name}</code>
        </span>
        <select value={value} onChange={(event) => write(event.currentTarget.value)}>
          {(setting.choices ?? []).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
        {help}
      </label>
    );
  if (setting.type === 'text')
    return (
      <label class="field">
        <span>
          <code>{setting.name}</code>
        </span>
        <input type="text" value={value} spellcheck={false} onChange={(event) => write(event.currentTarget.value)} />
        {help}
      </label>
    );
  const least = setting.least ?? 0;
  const most = setting.most ?? 1;
  const whole = setting.type === 'integer';
  return (
    <label class="field">
      <span>
        <code>{setting.name}</code>
        <output>{value}</output>
      </span>
      {most - least <= 1000 ? (
        <input
          type="range"
          min={least}
          max={most}
          step={whole ? 1 : (most - least) / 100}
          value={value}
          onInput={(event) => write(String(Number(Number(event.currentTarget.value).toFixed(4))))}
        />
      ) : (
        <input
          type="number"
          min={least}
          max={most}
          step={whole ? 1 : 'any'}
          value={value}
          onChange={(event) => write(event.currentTarget.value || setting.default)}
        />
      )}
      {help}
    </label>
  );
}

function Filters({ outcomes }: { outcomes: readonly FilterOutcome[] }) {
  const [failure, set_failure] = useState('');
  const [said, say] = useState('');
  const [dragged, set_dragged] = useState<number | null>(null);
  const whole = pipeline.value;
  const current = whole && filters_in_use(whole);
  const write = (next: Partial<FilterList>) =>
    whole && current && set_pipeline(with_filters(whole, { undo: current.undo, filter: current.filter, ...next }));
  const move = (from: number, to: number) => {
    if (!current || to < 0 || to >= current.filter.length || from === to) return;
    const filters = [...current.filter];
    filters.splice(to, 0, ...filters.splice(from, 1));
    write({ filter: filters });
    say(`${t_or('filter.', filters[to]!.kind)}: ${to + 1}`);
  };
  const load = async (file: File) => {
    try {
      set_pipeline(await service.pipeline(await file.text()));
      set_failure('');
    } catch (error) {
      set_failure(words_of(error));
    }
  };
  return (
    <section class="filters" aria-label={t('filters.title')}>
      <h3>{t('filters.title')}</h3>
      <label class="check">
        <input
          type="checkbox"
          checked={current !== null}
          onChange={(event) => set_pipeline(event.currentTarget.checked ? default_pipeline() : null)}
        />
        <span>{t('filters.use')}</span>
      </label>
      {!current && <p class="hint">{t('filters.off')}</p>}
      {whole && <Profiles whole={whole} />}
      {current && (
        <ol class="filter-list">
          {current.filter.map((filter, place) => (
            <FilterItem
              key={place}
              filter={filter}
              outcome={outcomes[place]}
              place={place}
              last={place === current.filter.length - 1}
              dragged={dragged === place}
              onDrag={(on) => set_dragged(on ? place : null)}
              onDrop={() => dragged !== null && move(dragged, place)}
              onMove={(step) => move(place, place + step)}
              onChange={(next) => write({ filter: current.filter.map((f, i) => (i === place ? next : f)) })}
              onRemove={() => write({ filter: current.filter.filter((_, i) => i !== place) })}
            />
          ))}
        </ol>
      )}
      <p class="visually-hidden" role="status">
        {said}
      </p>
      {current && (
        <>
          <label class="field inline">
            <span>{t('filters.add')}</span>
            <select
              value=""
              onChange={(event) => {
                const make = kinds[event.currentTarget.value];
                if (make) write({ filter: [...current.filter, make()] });
                event.currentTarget.value = '';
              }}
            >
              <option value="">…</option>
              {Object.keys(kinds).map((kind) => (
                <option key={kind} value={kind}>
                  {t_or('filter.', kind)}
                </option>
              ))}
            </select>
          </label>
          <label class="field inline">
            <span>{t('filters.undo')}</span>
            <input
              type="number"
              min={0}
              max={1}
              step={0.05}
              value={current.undo}
              onChange={(event) => write({ undo: Math.min(1, Math.max(0, Number(event.currentTarget.value))) })}
            />
          </label>
        </>
      )}
      <div class="buttons">
        {whole && (
          <button type="button" onClick={() => download(to_toml(whole), 'filters.toml', 'application/toml')}>
            {t('filters.save')}
          </button>
        )}
        <FileButton
          name={t('filters.load')}
          label={t('filters.file')}
          accept=".toml,application/toml,text/plain"
          onFiles={([chosen]) => chosen && void load(chosen)}
        />
      </div>
      <Failure text={failure} />
    </section>
  );
}

/// Several lists of filters in one file, each by a name: `pith filter --profile NAME`.
function Profiles({ whole }: { whole: Pipeline }) {
  const [name, set_name] = useState('');
  const names = Object.keys(whole.profiles ?? {});
  const add = (event: Event) => {
    event.preventDefault();
    if (name === '' || names.includes(name)) return;
    const { undo, filter } = filters_in_use(whole);
    set_pipeline({ ...whole, profiles: { ...whole.profiles, [name]: { undo, filter } }, profile: name });
    set_name('');
  };
  const remove = () => {
    const { [whole.profile ?? '']: removed, ...profiles } = whole.profiles ?? {};
    if (removed) set_pipeline({ ...whole, profiles, profile: undefined });
  };
  return (
    <details class="group" open={names.length > 0 || undefined}>
      <summary>{t('filters.profile')}</summary>
      {names.length > 0 && (
        <label class="field inline">
          <span>{t('filters.profile')}</span>
          <select
            aria-label={t('filters.profile')}
            value={whole.profile ?? ''}
            onChange={(event) => set_pipeline({ ...whole, profile: event.currentTarget.value || undefined })}
          >
            <option value="">{t('filters.profile.none')}</option>
            {names.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <form class="with-button" onSubmit={add}>
        <input
          type="text"
          value={name}
          aria-label={t('filters.profile.name')}
          placeholder={t('filters.profile.name')}
          onInput={(event) => set_name(event.currentTarget.value.trim())}
        />
        <button type="submit" disabled={name === '' || names.includes(name)}>
          {t('filters.profile.add')}
        </button>
      </form>
      {whole.profile && (
        <button type="button" onClick={remove}>
          {t('filters.profile.remove')}
        </button>
      )}
    </details>
  );
}

interface FilterItemProps {
  filter: Filter;
  outcome: FilterOutcome | undefined;
  place: number;
  last: boolean;
  dragged: boolean;
  onDrag: (on: boolean) => void;
  onDrop: () => void;
  onMove: (step: 1 | -1) => void;
  onChange: (next: Filter) => void;
  onRemove: () => void;
}

function FilterItem({ filter, outcome, place, last, dragged, onDrag, onDrop, onMove, onChange, onRemove }: FilterItemProps) {
  const name = t_or('filter.', filter.kind);
  const said = !filter.on || !outcome || outcome.kind !== filter.kind
    ? ''
    : outcome.undone
      ? t('filters.undone')
      : outcome.removed > 0
        ? t('filters.took', number(outcome.removed), number(outcome.characters))
        : outcome.changed > 0
          ? t('filters.changed', number(outcome.changed))
          : t('filters.found');
  const keys = Object.keys(filter).filter((key) => key !== 'kind' && key !== 'on');
  return (
    <li
      class={`filter ${filter.on ? '' : 'off'} ${dragged ? 'dragged' : ''}`}
      draggable
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', String(place));
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onDrop();
      }}
    >
      <div class="filter-head">
        <label class="check">
          <input
            type="checkbox"
            aria-label={t('filters.on', name)}
            checked={filter.on}
            onChange={(event) => onChange({ ...filter, on: event.currentTarget.checked })}
          />
          <span>{name}</span>
        </label>
        <span class="filter-buttons">
          <button type="button" aria-label={t('filters.up', name)} disabled={place === 0} onClick={() => onMove(-1)}>
            ↑
          </button>
          <button type="button" aria-label={t('filters.down', name)} disabled={last} onClick={() => onMove(1)}>
            ↓
          </button>
          <button type="button" aria-label={t('filters.remove', name)} onClick={onRemove}>
            ×
          </button>
        </span>
      </div>
      {said && <p class={`hint ${outcome?.undone ? 'warn' : ''}`}>{said}</p>}
      {keys.length > 0 && (
        <details>
          <summary>
            {t('try.panel')} <span class="visually-hidden">{name}</span>
          </summary>
          {keys.map((key) => (
            <FilterSetting
              key={key}
              kind={filter.kind}
              name={key}
              value={filter[key]!}
              onChange={(value) => onChange({ ...filter, [key]: value })}
            />
          ))}
        </details>
      )}
    </li>
  );
}

interface FilterSettingProps {
  kind: string;
  name: string;
  value: SettingValue;
  onChange: (value: SettingValue) => void;
}

function FilterSetting({ kind, name, value, onChange }: FilterSettingProps) {
  const label = t_or('filter.key.', name);
  const words = choices[kind]?.[name];
  if (typeof value === 'boolean')
    return (
      <label class="field check">
        <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
        <span>{label}</span>
      </label>
    );
  if (words && typeof value === 'string')
    return (
      <label class="field inline">
        <span>{label}</span>
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      </label>
    );
  if (typeof value === 'number')
    return (
      <label class="field inline">
        <span>{label}</span>
        <input
          type="number"
          min={0}
          step={name === 'ratio' ? 0.05 : 1}
          value={value}
          onInput={(event) => {
            const next = Number(event.currentTarget.value);
            if (event.currentTarget.value !== '' && next >= 0) onChange(next);
          }}
        />
      </label>
    );
  const lines = Array.isArray(value)
    ? value.join('\n')
    : typeof value === 'object'
      ? Object.entries(value)
          .map(([from, to]) => `${from} = ${to}`)
          .join('\n')
      : value;
  const read = (text: string): SettingValue => {
    const parts = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (Array.isArray(value)) return parts;
    if (typeof value === 'object')
      return Object.fromEntries(
        parts.map((part) => part.split('=').map((side) => side.trim()) as [string, string]).filter(([, to]) => to),
      );
    return text;
  };
  return (
    <label class="field">
      <span>
        {label} <small>{t('filters.list')}</small>
      </span>
      <textarea
        rows={Math.min(6, Math.max(2, lines.split('\n').length))}
        spellcheck={false}
        value={lines}
        onChange={(event) => onChange(read(event.currentTarget.value))}
      />
    </label>
  );
}
