/**
 * What the server answers, spelled as on the wire. The types are generated: see schema.ts. This file
 * only names parts that several answers share.
 */
import type {
  Agent,
  Correlation,
  Link,
  MapNode as AnsweredNode,
  OutlineRow,
  Run,
  SessionMap as AnsweredMap,
  Status as Whole,
} from './schema';

export type * from './json';
export type * from './schema';

/** An event's id. Ids are texts: a number of 64 bits does not fit a number of the page. */
export type EventId = string;

export type Status = OutlineRow['status'];
/** Of the store itself. */
export type StoreStatus = Whole;
export type Provenance = Link['provenance'];
/** The page draws decisions and their outcomes as nodes of their own. */
export type NodeType = AnsweredNode['type'] | 'DECISION' | 'OUTCOME';
export type MapNode = Omit<AnsweredNode, 'type'> & { readonly type: NodeType };
export type SessionMap = Omit<AnsweredMap, 'nodes'> & { readonly nodes: readonly MapNode[] };

/** A row of any list: sessions, runs, agents or correlations. Some lists tell more than others. */
export type Summary = Agent &
  Partial<Pick<Run, 'session' | 'status' | 'outcomes'>> &
  Partial<Pick<Correlation, 'sessions'>>;
