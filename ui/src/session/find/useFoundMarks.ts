import { useEffect } from 'react';

/** So many places are marked at once: more than a screen has. */
const marks_max = 400;
const rest_ms = 150;
/** What the browser calls the marks; the style sheet names it. */
const name = 'found';

/**
 * Marks the text that is looked for wherever a view or the panel shows it. The browser paints the
 * marks over the text as it stands: no element is changed, however the text is drawn.
 */
export function useFoundMarks(text: string): void {
  useEffect(() => {
    const wanted = text.trim().toLowerCase();
    const box = document.querySelector('.session__middle');
    if (wanted === '' || !box || typeof CSS === 'undefined' || !('highlights' in CSS)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      CSS.highlights.set(name, new Highlight(...rangesOf(box, wanted)));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(mark, rest_ms);
    };
    const watch = new MutationObserver(later);
    watch.observe(box, { subtree: true, childList: true, characterData: true });
    later();
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      CSS.highlights.delete(name);
    };
  }, [text]);
}

export function rangesOf(box: Node, wanted: string): readonly Range[] {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node && ranges.length < marks_max; node = walker.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase();
    // Some letters have another length in lower case: such a text is left unmarked.
    if (text.length !== (node.textContent ?? '').length) continue;
    let at = text.indexOf(wanted);
    while (at >= 0 && ranges.length < marks_max) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
      at = text.indexOf(wanted, at + wanted.length);
    }
  }
  return ranges;
}
