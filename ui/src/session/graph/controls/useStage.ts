import { useEffect, useMemo, useRef, useState } from 'react';

import type * as api from '../../../api/types';
import { layOutWithin, type Engine, type Result } from '../../../layout/budget';
import { pageEngine, workerEngine } from '../../../layout/engine';
import { sceneOf, stageOf, type Drawing, type Stage } from '../scene/scene';

/** What a layout may take; the coarse one comes then. */
const budget_ms = 600;

export type Staged = {
  /** What is drawn: while another is laid out, the one before stays. */
  readonly stage: Stage | null;
  readonly coarse: Result['coarse'];
  readonly busy: boolean;
  /** Lays out again, as long as it takes. */
  readonly insist: () => void;
};

/** The map laid out, within the budget. */
export function useStage(
  map: api.SessionMap | null,
  { layout, cluster }: Drawing,
  start: () => Engine = workerEngine,
): Staged {
  const engine = useRef<Engine | null>(null);
  const failed = useRef(false);
  const scene = useMemo(() => map && sceneOf(map, { layout, cluster }), [map, layout, cluster]);
  const [insisted, setInsisted] = useState<typeof scene>(null);
  const [done, setDone] = useState<{
    readonly of: typeof scene;
    readonly stage: Stage | null;
    readonly coarse: Result['coarse'];
    readonly patient: boolean;
  }>({ of: null, stage: null, coarse: null, patient: false });
  const patient = insisted !== null && insisted === scene;
  useEffect(() => {
    if (!scene) return;
    let wanted = true;
    engine.current ??= start();
    // Where the browser runs no worker, whoever insists waits for the page itself.
    const by = patient && failed.current ? pageEngine : engine.current;
    void layOutWithin(scene.input, by, patient ? null : budget_ms).then((result) => {
      if (!wanted) return;
      failed.current = result.coarse === 'failure';
      setDone({
        of: scene,
        stage: stageOf(scene, result.layout),
        coarse: result.coarse,
        patient,
      });
    });
    return () => {
      wanted = false;
    };
  }, [scene, patient, start]);
  useEffect(
    () => () => {
      engine.current?.stop();
      engine.current = null;
    },
    [],
  );
  return {
    stage: done.stage,
    coarse: done.coarse,
    busy: scene !== null && (done.of !== scene || done.patient !== patient),
    insist: () => setInsisted(scene),
  };
}
