/** Whether a session goes on: something of it has just arrived, or happened a moment ago. */
import { useEffect, useState } from 'react';

import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { milliseconds } from '../../parts/format';

/** Agents think for a minute without a word. */
export const growing_ms = 120_000;

export function isGrowing(last: string | null, arrived: number, now: number): boolean {
  if (now - arrived < growing_ms) return true;
  if (last === null) return false;
  const ago = now - milliseconds(last);
  return ago >= -growing_ms && ago < growing_ms;
}

/** `version` grows when events arrive. */
export function useGrowing(head: api.Outline | null, version: number): boolean {
  const [arrived, setArrived] = useState(-Infinity);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (version > 0) setArrived(Date.now());
    setNow(Date.now());
  }, [version]);
  const growing = recorded === null && isGrowing(head?.last ?? null, arrived, now);
  useEffect(() => {
    if (!growing) return;
    const timer = setTimeout(() => setNow(Date.now()), growing_ms / 4);
    return () => clearTimeout(timer);
  }, [growing, now]);
  return growing;
}
