import { useEffect, useState, type RefObject } from 'react';

/**
 * This id, while an element inside of the box has it. A list and a graph draw only what is on the
 * screen, and `aria-activedescendant` may name nothing else.
 */
export function useDrawn(box: RefObject<HTMLElement | null>, id: string | null): string | null {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const look = () => setDrawn(id !== null && document.getElementById(id) !== null);
    look();
    if (id === null || !box.current) return;
    const observer = new MutationObserver(look);
    observer.observe(box.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box, id]);
  return drawn ? id : null;
}
