import { useCallback, useState } from 'react';

import { useSession } from '../../state/session';
import { fileName, keepFile, pngFile, svgFile } from '../drawing/picture';
import type { Stage } from '../scene/scene';

export type Export = {
  readonly save: (format: 'svg' | 'png') => void;
  /** Why the last one did not come about. */
  readonly problem: string | null;
};

/** The graph as it is drawn now, as a file. */
export function useExport(stage: Stage | null): Export {
  const { session, event, lit } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const save = useCallback(
    async (format: 'svg' | 'png') => {
      if (!stage) return;
      setProblem(null);
      const look = { selected: event, lit };
      try {
        const file = format === 'svg' ? svgFile(stage, look) : await pngFile(stage, look);
        keepFile(file, fileName(session, format));
      } catch (error) {
        setProblem(`no ${format}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    [stage, session, event, lit],
  );
  return { save: (format) => void save(format), problem };
}
