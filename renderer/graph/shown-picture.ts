import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { Overlay } from '#shared/algorithms/layout/scene/overlay.ts';
import type { Visibility } from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { GraphHighlight } from './graph-selection.ts';

/** The picture as it is on the page. */
export interface ShownPicture {
  readonly graph: AutomatonGraph;
  readonly layout: Layout;
  /** With the counted share of what is hidden. */
  readonly visibility: Visibility;
  readonly overlay: Overlay | null;
  readonly highlight: GraphHighlight | null;
}
