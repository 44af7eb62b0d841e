import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { Overlay } from '#shared/algorithms/layout/scene/overlay.ts';
import type { Visibility } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { GraphHighlight, GraphSelection } from './graph-selection.ts';

/** The picture as it is on the page. */
export interface ShownPicture {
  readonly graph: AutomatonGraph;
  readonly layout: Layout;
  /** With the counted share of what is hidden. */
  readonly visibility: Visibility;
  readonly overlay: Overlay | null;
  readonly highlight: GraphHighlight | null;
  readonly selection: GraphSelection | null;
  /** The states in the part of the picture that is seen; null where all are. */
  readonly seen: readonly number[] | null;
}
