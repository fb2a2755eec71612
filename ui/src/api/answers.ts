/** What the pages of answers show: replay, debrief, the decision graph, calibration, diff. */
import type { Completeness, Event, EventId, JsonObject, Rationale } from './types';

export type Replay = {
  readonly chain_type: string;
  readonly chain_id: string;
  readonly events: readonly ReplayEvent[];
  readonly traces: readonly ReplayEvent[];
  readonly audit_entries: readonly ReplayEvent[];
  readonly agents: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly duration_ms: number | null;
  readonly ended_by: EventId | null;
  readonly obstacles: readonly EventId[];
  readonly completeness: Completeness;
};

/** Decisions carry their outcome. */
export type ReplayEvent = Event & { readonly outcome?: Event | null };

export type Debrief = {
  readonly run_id: string;
  readonly goal: string | null;
  readonly path: readonly {
    readonly iter: number | null;
    readonly action: string;
    readonly rationale: Rationale | null;
  }[];
  readonly assumptions: readonly {
    readonly iter: number | null;
    readonly assumption: string;
    readonly rationale: Rationale | null;
  }[];
  readonly curator_actions: readonly {
    readonly iter: number | null;
    readonly action: string;
    readonly target_ref: string;
    readonly rationale: Rationale | null;
  }[];
  readonly alternatives: readonly {
    readonly iter: number | null;
    readonly chosen: string;
    readonly rejected: readonly { readonly option: string; readonly rejected_because: string }[];
  }[];
  readonly termination: { readonly by: string; readonly rationale: Rationale | null };
  readonly verdict: {
    readonly status: string | null;
    readonly tokens: number | null;
    readonly duration_ms: number | null;
  } | null;
  readonly rationale: readonly {
    readonly iteration: number | null;
    readonly decision: string;
    readonly tool_name: string | null;
    readonly rationale: Rationale | null;
  }[];
  readonly coverage: { readonly tool_calls: number; readonly with_rationale: number };
  readonly completeness: Completeness;
};

export type GraphNode = {
  readonly id: string;
  readonly type: 'goal' | 'decision' | 'option' | 'action' | 'outcome' | 'observation' | 'revisit';
  readonly label: string;
  readonly status: 'active' | 'completed' | 'superseded' | 'rejected';
  readonly confidence: number | null;
  readonly rationale: string | null;
  readonly metadata: JsonObject | null;
  readonly event: EventId | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type GraphEdge = {
  readonly id: string;
  readonly from_id: string;
  readonly to_id: string;
  readonly edge_type: string;
  readonly metadata: JsonObject | null;
  readonly created_at: string;
};

export type CalibrationBin = {
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
  readonly mean_confidence: number | null;
  readonly accuracy: number | null;
  readonly wilson_lo: number | null;
  readonly wilson_hi: number | null;
};

export type Calibration = {
  readonly decision_type: string | null;
  readonly agent: string | null;
  readonly n: number;
  readonly without_outcome: number;
  readonly brier: number | null;
  readonly ece: number | null;
  readonly constant_confidence: boolean | number | null;
  readonly bins: readonly CalibrationBin[];
};

/** What one run did at a place of a comparison. */
export type DiffStep = { readonly event: EventId; readonly step: string };

export type DiffEdit = {
  readonly op: 'same' | 'added' | 'removed' | 'changed';
  readonly a: DiffStep | null;
  readonly b: DiffStep | null;
};

export type Diff = {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  readonly first_divergence: {
    readonly index: number;
    readonly a: DiffStep | null;
    readonly b: DiffStep | null;
  } | null;
  readonly edits: readonly DiffEdit[];
  readonly tokens: { readonly a: number; readonly b: number };
  readonly duration_ms: { readonly a: number | null; readonly b: number | null };
};
