/** What a layout takes and gives: sizes and edges in, boxes and routes out. */

export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
export type Box = Point & Size;
export type Direction = 'horizontal' | 'vertical';
export type Side = 'left' | 'right' | 'top' | 'bottom';

/** Nodes and edges are known by their place in the lists: recorded ids never name anything here. */
export type LayoutInput = {
  readonly direction: Direction;
  readonly nodes: readonly (Size & {
    /** Of the line that the others hang under, and which is drawn straight. */
    readonly main: boolean;
    /** The place of its cluster; -1 of none. */
    readonly cluster: number;
  })[];
  readonly edges: readonly { readonly from: number; readonly to: number }[];
  /** How many clusters there are; none when the layout has no clusters. */
  readonly clusters: number;
};

export type Route = {
  readonly points: readonly Point[];
  readonly leaves: Side;
  readonly enters: Side;
};

export type Layout = {
  readonly boxes: readonly Box[];
  readonly routes: readonly Route[];
  readonly clusters: readonly Box[];
};

export type Placed = {
  /** From 0,0 onwards. */
  readonly boxes: readonly Box[];
  /** What lies between the ends of each edge. */
  readonly bends: readonly (readonly Point[])[];
};

export type Graph = Pick<LayoutInput, 'direction' | 'edges'> & {
  readonly nodes: readonly Omit<LayoutInput['nodes'][number], 'cluster'>[];
};
