/** What the server answers, spelled as on the wire. Ids are strings; so is every time. */

export type EventId = string;
export type Status = 'ok' | 'error' | null;
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export type Rationale = {
  readonly why: string;
  readonly refs?: readonly string[];
  readonly alternatives?: readonly { readonly option: string; readonly rejected_because: string }[];
  readonly confidence?: number;
};

/** An event as it was recorded: absent keys are left out. */
export type Event = {
  readonly id: EventId;
  readonly kind: string;
  readonly time: string;
  readonly agent?: string;
  readonly session?: string;
  readonly run?: string;
  readonly parent?: EventId;
  readonly causes?: readonly EventId[];
  readonly correlation?: string;
  readonly iteration?: number;
  readonly duration_ms?: number;
  readonly rationale?: Rationale;
  readonly fields?: JsonObject;
  readonly seq: number;
  readonly received: string;
  readonly source: string;
  readonly flags?: readonly string[];
};

export type EventPage = { readonly events: readonly Event[]; readonly next: string | null };

export type Completeness = {
  readonly complete: boolean;
  readonly missing_parents: readonly { readonly event: EventId; readonly parent: EventId }[];
  readonly cycles: readonly (readonly EventId[])[];
  readonly unresolved_refs: readonly { readonly event: EventId; readonly ref: string }[];
  readonly truncated: number;
  readonly gaps: readonly {
    readonly rule: string;
    readonly event: EventId;
    readonly detail: string;
  }[];
};

/** A row of the lists of sessions, runs, agents and correlations. */
export type Summary = {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly events: number;
  readonly kinds: { readonly [kind: string]: number };
  readonly agents: readonly string[];
  readonly tokens: number;
  readonly errors: number;
  readonly goal: string | null;
  /** Of a run. */
  readonly session?: string | null;
  /** Of a run, and of a session when asked for with status=1. */
  readonly status?: string | null;
  /** When asked for with status=1. */
  readonly outcomes?: {
    readonly correct: number;
    readonly incorrect: number;
    readonly unknown: number;
  };
  /** Of a correlation. */
  readonly sessions?: readonly string[];
};

export type Provenance = 'explicit' | 'derived' | 'assumed';

export type Link = {
  readonly event_id: EventId;
  readonly kind: string;
  readonly agent: string | null;
  readonly time: string;
  readonly summary: string;
  readonly rationale: Rationale | null;
  readonly via: {
    readonly from: EventId;
    readonly type: string;
    readonly provenance: Provenance;
  } | null;
};

export type Explanation = {
  readonly event: EventId;
  readonly direction: 'up' | 'down';
  readonly chain: readonly Link[];
  readonly links: readonly {
    readonly from: EventId;
    readonly to: EventId;
    readonly type: string;
    readonly provenance: Provenance;
  }[];
  readonly completeness: Completeness;
};

export type * from './windows';
