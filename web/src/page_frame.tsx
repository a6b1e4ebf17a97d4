// A page as it looks, with its blocks marked; a block can be pointed at and chosen, by mouse and by keys. Whoever shows
// pages uses this: what a block is marked with and what choosing it means is theirs to say.
//
// The page is the service's: without scripts and addresses. The frame is sandboxed all the same and may do nothing;
// "allow-same-origin" only lets us look into it.

import { useEffect, useRef } from 'preact/hooks';
import { t } from './language';
import frame_style from './page_frame.css?raw';

export type Tone = 'kept' | 'left' | 'filtered' | 'both' | 'now' | 'there' | 'none' | `label-${number}`;

export interface Mark {
  tone: Tone;
  strength: number; // 0 to 1
}

export interface PageFrameProps {
  html: string;
  label: string;
  marks: ReadonlyMap<number, Mark>; // by block
  chosen: number | null;
  tinted?: boolean;
  onChoose: (block: number | null, event?: MouseEvent | KeyboardEvent) => void;
  onPoint?: (block: number | null) => void;
  /// Keys that mean nothing to the frame itself.
  onKey?: (event: KeyboardEvent) => void;
  onDrag?: (from: number, to: number) => void;
  /// Of a page that is shown in parts one more is wanted.
  onMore?: () => void;
}

class Blocks {
  readonly elements = new Map<number, HTMLElement[]>();
  readonly order: number[] = [];

  constructor(readonly document: Document) {
    for (const element of document.querySelectorAll<HTMLElement>('[data-block]')) {
      const block = Number(element.dataset.block);
      const others = this.elements.get(block);
      if (others) others.push(element);
      else {
        this.elements.set(block, [element]);
        this.order.push(block);
      }
    }
  }

  mark(marks: ReadonlyMap<number, Mark>): void {
    for (const [block, elements] of this.elements) {
      const mark = marks.get(block);
      const tone = mark && mark.tone !== 'none' ? mark.tone : undefined;
      const strength = mark ? String(Math.max(0, Math.min(9, Math.floor(mark.strength * 10)))) : undefined;
      for (const element of elements) {
        if (element.dataset.tone !== tone) set(element, 'tone', tone);
        if (element.dataset.strength !== strength) set(element, 'strength', strength);
      }
    }
  }

  choose(block: number | null, before: number | null): void {
    for (const element of (before !== null && this.elements.get(before)) || []) delete element.dataset.chosen;
    for (const element of (block !== null && this.elements.get(block)) || []) element.dataset.chosen = '';
  }

  is_seen(block: number): boolean {
    return (this.elements.get(block) ?? []).some((element) => element.getClientRects().length > 0);
  }

  /// Scrolls the frame, and nothing around it.
  show(block: number): void {
    const element = this.elements.get(block)?.find((e) => e.getClientRects().length > 0);
    const view = this.document.defaultView;
    if (!element || !view) return;
    const place = element.getBoundingClientRect();
    if (place.top >= 0 && place.bottom <= view.innerHeight) return;
    view.scrollBy({ top: place.top - Math.max(24, (view.innerHeight - place.height) / 3) });
    const again = element.getBoundingClientRect();
    const across = again.left < 0 || again.left > view.innerWidth;
    if (across) view.scrollBy({ left: again.left - 24 });
  }

  neighbour(block: number | null, step: 1 | -1): number | null {
    let place = block === null ? (step > 0 ? -1 : this.order.length) : this.order.indexOf(block);
    for (place += step; place >= 0 && place < this.order.length; place += step)
      if (this.is_seen(this.order[place]!)) return this.order[place]!;
    return null;
  }
}

function set(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) delete element.dataset[name];
  else element.dataset[name] = value;
}

function block_at(target: EventTarget | null): number | null {
  const element = (target as Element | null)?.closest?.<HTMLElement>('[data-block]');
  return element ? Number(element.dataset.block) : null;
}

export function PageFrame(props: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const blocks = useRef<Blocks | null>(null);
  const shown = useRef<number | null>(null);
  // Listeners live as long as the document in the frame; they ask for the properties of the moment.
  const current = useRef(props);
  current.current = props;

  const listen = () => {
    const document = frame.current?.contentDocument;
    if (!document || !document.body) return;
    const style = document.createElement('style');
    style.textContent = frame_style;
    // Behind the page's own, which otherwise would go before in some rules.
    document.body.append(style);
    // Of what covers the page nothing is wanted but what is under it; only "closed" dialogs stay as they are.
    document.documentElement.tabIndex = -1;
    for (const cut of document.querySelectorAll('[data-cut]')) {
      cut.textContent = t('page.frame_cut');
      if (!current.current.onMore) continue;
      const more = document.createElement('button');
      more.textContent = t('page.frame_more');
      more.addEventListener('click', () => current.current.onMore?.());
      cut.append(' ', more);
    }
    blocks.current = new Blocks(document);
    blocks.current.mark(current.current.marks);
    set(document.documentElement, 'tinted', current.current.tinted === false ? undefined : '');
    shown.current = null;
    choose();
    // Where a drag means blocks it does not also select text, nor carry a link or a picture away.
    for (const own of ['selectstart', 'dragstart'])
      document.addEventListener(own, (event) => current.current.onDrag && event.preventDefault());
    let pressed: number | null = null;
    document.addEventListener('mouseover', (event) => current.current.onPoint?.(block_at(event.target)));
    document.documentElement.addEventListener('mouseleave', () => current.current.onPoint?.(null));
    document.addEventListener('mousedown', (event) => (pressed = block_at(event.target)));
    document.addEventListener('mouseup', (event) => {
      const released = block_at(event.target);
      if (pressed !== null && released !== null && released !== pressed) current.current.onDrag?.(pressed, released);
      pressed = null;
    });
    document.addEventListener('click', (event) => {
      event.preventDefault();
      current.current.onChoose(block_at(event.target), event);
    });
    document.addEventListener('submit', (event) => event.preventDefault());
    document.addEventListener('keydown', (event) => {
      const { chosen, onChoose, onKey } = current.current;
      const step = event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0;
      if (step !== 0 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        const next = blocks.current?.neighbour(chosen, step) ?? null;
        if (next !== null) onChoose(next, event);
      } else if (event.key === 'Escape') {
        onChoose(null, event);
        frame.current?.focus();
      } else {
        onKey?.(event);
      }
    });
  };

  const choose = () => {
    const { chosen } = current.current;
    blocks.current?.choose(chosen, shown.current);
    shown.current = chosen;
    if (chosen !== null) blocks.current?.show(chosen);
  };

  useEffect(() => blocks.current?.mark(props.marks), [props.marks]);
  useEffect(choose, [props.chosen]);
  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (root) set(root, 'tinted', props.tinted === false ? undefined : '');
  }, [props.tinted]);

  return (
    <iframe
      ref={frame}
      class="page-frame"
      title={props.label}
      sandbox="allow-same-origin"
      referrerpolicy="no-referrer"
      srcdoc={props.html}
      onLoad={listen}
    />
  );
}
