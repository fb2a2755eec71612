import { useEffect, useRef, useState } from 'react';

import type { Query } from './client';
import { listen, type LiveState } from './live';

/**
 * Tells, at most once in `every_ms`, that events arrived. The next time is not before what was
 * done about this one has ended, so that a slow server is not asked faster than it answers.
 */
export function useArrivals(
  filters: Query,
  arrived: () => void | Promise<void>,
  every_ms = 1000,
): LiveState {
  const [live, setLive] = useState<LiveState>('waiting');
  const tell = useRef(arrived);
  useEffect(() => {
    tell.current = arrived;
  });
  const wanted = JSON.stringify(filters);
  useEffect(() => {
    let there = true;
    let busy = false;
    let again = false;
    const wait = () => {
      again = true;
      if (busy) return;
      busy = true;
      setTimeout(() => {
        again = false;
        if (!there) return;
        void Promise.resolve(tell.current()).finally(() => {
          busy = false;
          if (again) wait();
        });
      }, every_ms);
    };
    const stop = listen(JSON.parse(wanted) as Query, wait, setLive);
    return () => {
      there = false;
      stop();
    };
  }, [wanted, every_ms]);
  return live;
}
