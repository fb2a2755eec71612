import { useEffect, useRef, useState } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { askOnce } from '../../api/useAnswer';
import { useSession } from '../state/session';
import { placeOf } from './pages';
import type { Tree } from './useTree';

/** While the playhead moves, the tree follows this often. */
const follow_every_ms = 200;

export type TreePlayhead = {
  readonly following: boolean;
  readonly setFollowing: (following: boolean) => void;
};

/** Brings the event at the playhead into view, unless it is closed away or somebody scrolled. */
export function useTreePlayhead(tree: Tree): TreePlayhead {
  const { session, at } = useSession();
  const [following, setFollowing] = useState(true);
  const now = useRef({ tree, at, due: false });
  now.current.tree = tree;
  now.current.at = at;

  useEffect(() => {
    if (!Number.isFinite(at)) setFollowing(true);
    if (!Number.isFinite(at) || !following || now.current.due) return;
    now.current.due = true;
    const follow = async (ordinal: number) => {
      const { list, bring } = now.current.tree;
      const known = placeOf(list.pages, (row) => row.ordinal === ordinal);
      if (known !== null) return bring(known);
      const query = { order: 'time', after: ordinal - 1, limit: 1 };
      const target = address(['sessions', session, 'outline'], query);
      const row = (await askOnce<api.Outline>(target)).rows[0];
      const found = row ? await list.locate(row.id) : null;
      if (found && !found.hidden) bring(found.at);
    };
    const follow_on = async () => {
      for (let reached = NaN; Number.isFinite(now.current.at) && reached !== now.current.at;) {
        reached = now.current.at;
        // What fails now is asked for again with the next move; the list itself says what is wrong.
        await follow(reached).catch(() => {});
      }
      now.current.due = false;
    };
    setTimeout(() => void follow_on(), follow_every_ms);
  }, [at, following, session]);
  return { following, setFollowing };
}
