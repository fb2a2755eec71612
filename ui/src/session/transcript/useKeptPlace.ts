import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Cards on the screen, by seq, and where they stood. */
type Anchor = { readonly seq: string; readonly top: number };

const anchors_max = 6;

export type KeptPlace = {
  /**
   * Remembers what is on the screen, after the reader scrolled or `anew`, after other cards came;
   * the seq of the topmost card.
   */
  readonly remember: (anew?: 'anew') => number | null;
  /** Gives a card the focus, so that it is read out. */
  readonly focus: (seq: number) => void;
  /** Whether some of a card is on the screen. */
  readonly sees: (seq: number) => boolean;
  /** Brings a card into view: with `nearest` only as far as needed. */
  readonly bring: (seq: number, how: 'nearest' | 'third') => boolean;
};

/**
 * Keeps what is read where it is on the screen, while cards come and go above it or grow when more
 * of them is loaded.
 */
export function useKeptPlace(box: RefObject<HTMLDivElement | null>, shown: unknown): KeptPlace {
  const anchors = useRef<readonly Anchor[]>([]);
  /** Where the box was scrolled to by us: the echo of that says nothing of the reader. */
  const own_top = useRef(-1);
  const remember = useCallback(
    (anew?: 'anew') => {
      const element = box.current;
      if (element && (anew || Math.abs(element.scrollTop - own_top.current) >= 1)) {
        anchors.current = onScreen(element);
        own_top.current = element.scrollTop;
      }
      const first = anchors.current[0];
      return first ? Number(first.seq) : null;
    },
    [box],
  );
  const restore = useCallback(() => {
    const element = box.current;
    if (!element) return;
    for (const { seq, top } of anchors.current) {
      const card = cardOf(element, seq);
      if (!card) continue;
      const by = topOf(card, element) - top;
      if (Math.abs(by) >= 1) element.scrollTop += by;
      own_top.current = element.scrollTop;
      return;
    }
  }, [box]);
  const bring = useCallback(
    (seq: number, how: 'nearest' | 'third') => {
      const element = box.current;
      const card = element && cardOf(element, String(seq));
      if (!element || !card) return false;
      const top = topOf(card, element);
      const bottom = top + card.offsetHeight;
      const height = element.clientHeight;
      if (how === 'third' && (top < 0 || top > height * 0.75)) {
        element.scrollTop += top - height / 3;
      } else if (how === 'nearest') {
        if (top < 0 || card.offsetHeight > height) element.scrollTop += top - 8;
        else if (bottom > height) element.scrollTop += bottom - height + 8;
      }
      anchors.current = [{ seq: String(seq), top: topOf(card, element) }];
      own_top.current = element.scrollTop;
      return true;
    },
    [box],
  );
  const sees = useCallback(
    (seq: number) => {
      const element = box.current;
      const card = element && cardOf(element, String(seq));
      if (!element || !card) return false;
      const top = topOf(card, element);
      return top < element.clientHeight && top + card.offsetHeight > 0;
    },
    [box],
  );
  const focus = useCallback(
    (seq: number) => {
      const element = box.current;
      if (element) cardOf(element, String(seq))?.focus({ preventScroll: true });
    },
    [box],
  );
  useLayoutEffect(restore, [shown, restore]);
  useEffect(() => {
    const content = box.current?.firstElementChild;
    if (!content || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(restore);
    watch.observe(content);
    return () => watch.disconnect();
  }, [box, restore]);
  return { remember, focus, sees, bring };
}

function cardOf(box: HTMLElement, seq: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
}

function topOf(card: HTMLElement, box: HTMLElement): number {
  return card.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

function onScreen(box: HTMLElement): readonly Anchor[] {
  const { top: from, bottom: to } = box.getBoundingClientRect();
  const seen: Anchor[] = [];
  for (const card of box.querySelectorAll<HTMLElement>('[data-seq]')) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom <= from) continue;
    if (top >= to || seen.length === anchors_max) break;
    seen.push({ seq: card.dataset['seq'] ?? '', top: top - from });
  }
  return seen;
}
