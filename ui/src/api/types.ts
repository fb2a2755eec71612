/**
 * What the server answers, spelled as on the wire. The types are those of the TypeScript client,
 * which tools/client_answers.py writes. This file only names parts that several answers share.
 */
import type {
  Agent,
  Correlation,
  Link,
  MapNode,
  OutlineRow,
  Run,
  Status as Whole,
} from '../../../clients/typescript/src/schema';

export type * from '../../../clients/typescript/src/schema';

/** An event's id. Ids are texts: a number of 64 bits does not fit a number of the page. */
export type EventId = string;

export type Status = OutlineRow['status'];
/** Of the store itself. */
export type StoreStatus = Whole;
export type Provenance = Link['provenance'];
export type NodeType = MapNode['type'];

/** A row of any list: sessions, runs, agents or correlations. Some lists tell more than others. */
export type Summary = Agent &
  Partial<Pick<Run, 'session' | 'status' | 'outcomes'>> &
  Partial<Pick<Correlation, 'sessions'>>;
