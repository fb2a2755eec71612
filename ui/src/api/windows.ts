/** The parts of a session that a screen can hold, however long the session is. */
import type { Completeness, EventId, JsonObject, Provenance, Status } from './types';

export type OutlineRow = {
  readonly seq: number;
  readonly id: EventId;
  /** The event's place in the session's order, from 1. */
  readonly ordinal: number;
  readonly kind: string;
  readonly agent: string | null;
  readonly run: string | null;
  readonly time: string;
  readonly duration_ms: number | null;
  readonly summary: string;
  readonly status: Status;
  readonly level: number;
  readonly parent: EventId | null;
  readonly parent_missing: boolean;
  readonly children: number;
  readonly descendants: number;
  readonly closed: boolean;
  readonly last: boolean;
  readonly why: string | null;
  readonly confidence: number | null;
  readonly tokens: number | null;
  readonly synthesized: boolean;
  readonly fields: JsonObject | null;
  readonly size: number;
};

/** A window of a session, as a tree or in order. */
export type Outline = {
  readonly session: string;
  readonly events: number;
  readonly rows_total: number;
  readonly roots: number;
  readonly depth: number;
  readonly first: string;
  readonly last: string;
  readonly kinds: { readonly [kind: string]: number };
  readonly agents: readonly string[];
  readonly runs: number;
  readonly missing_parents: number;
  readonly cycles: number;
  readonly last_seq: number;
  readonly offset: number;
  readonly rows: readonly OutlineRow[];
};

export type TimelineLane = {
  readonly name: string | null;
  readonly events: number;
  readonly errors: number;
  /** How many lanes the last one stands for; 0 for all others. */
  readonly others: number;
};

export type TimelineSpan = {
  readonly seq: number;
  readonly id: EventId;
  readonly ordinal: number;
  readonly lane: number;
  readonly row: number;
  readonly kind: string;
  readonly time: string;
  readonly duration_ms: number | null;
  readonly summary: string;
  readonly status: Status;
  readonly critical: boolean;
};

export type TimelineBucket = {
  readonly lane: number;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  readonly errors: number;
  readonly first_ordinal: number;
  readonly last_ordinal: number;
  readonly kind: string;
  readonly critical: boolean;
};

export type Timeline = {
  readonly session: string;
  readonly first: string;
  readonly last: string;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  readonly lanes: readonly TimelineLane[];
  readonly spans: readonly TimelineSpan[];
  readonly buckets: readonly TimelineBucket[];
  readonly critical: {
    readonly duration_ms: number;
    readonly steps: number;
    readonly segments: readonly {
      readonly event: EventId;
      readonly ordinal: number;
      readonly lane: number;
      readonly from: string;
      readonly to: string;
    }[];
  };
};

export type NodeType = 'INCIDENT' | 'THOUGHT' | 'TOOL_CALL' | 'OBSERVATION' | 'ACTION' | 'STACK';

export type MapNode = {
  readonly id: string;
  readonly type: NodeType;
  readonly label: string;
  readonly time: string | null;
  readonly duration_ms: number | null;
  readonly tokens: number | null;
  readonly status: Status;
  readonly event: EventId | null;
  readonly run: string | null;
  readonly agent: string | null;
  readonly synthesized: boolean;
  readonly ordinal: number | null;
  readonly last_ordinal: number | null;
  readonly parent: string | null;
  readonly members: number;
  readonly errors: number;
  readonly hidden: number;
  readonly level: number;
};

export type MapEdge = {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly provenance: Provenance;
  readonly count: number;
};

/** The context graph of a session, folded to what a screen can hold. */
export type SessionMap = {
  readonly session: string;
  readonly nodes_total: number;
  readonly shown: number;
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  readonly completeness: Completeness;
};

export type KnownMessage = {
  readonly index: number;
  readonly role: string | null;
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
};

/** What an agent had before it at an event, and what changed since the step before. */
export type Knew = {
  readonly event: EventId;
  readonly agent: string | null;
  readonly run: string | null;
  readonly model_call: EventId | null;
  readonly previous: EventId | null;
  readonly recorded: boolean;
  readonly messages: {
    readonly total: number;
    readonly kept: number;
    readonly bytes: number;
    readonly added: readonly KnownMessage[];
    readonly dropped: readonly KnownMessage[];
  } | null;
  readonly steps: readonly {
    readonly id: EventId;
    readonly kind: string;
    readonly time: string;
    readonly summary: string;
    readonly status: Status;
  }[];
};
