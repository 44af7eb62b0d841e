import type { EditId } from '#shared/domain/ids.ts';
import { createTabState } from '../../project/mode.ts';

/** The selected node or edge; an edge is identified by its index. */
export type FlowSelection =
  | { readonly kind: 'node'; readonly id: string }
  | { readonly kind: 'edge'; readonly at: number };

export type FlowTab = 'canvas' | 'table' | 'colang';

interface FlowsState {
  /** Name of the shown flow. */
  readonly open: string | null;
  readonly tab: FlowTab;
  /** True while past dialogues are replayed through the flow. */
  readonly replayed: boolean;
  /** The edit that left the version to compare the replay with; null for the first version. */
  readonly since: EditId | null;
  /** Null shows the properties of the whole flow. */
  readonly selected: FlowSelection | null;
}

export const {
  use: useFlows,
  enter: enterFlows,
  change: changeFlows,
} = createTabState<FlowsState>('flows', {
  open: null,
  tab: 'canvas',
  replayed: false,
  since: null,
  selected: null,
});

export const openFlow = (open: string | null): void => changeFlows({ open, since: null, selected: null });
export const selectNode = (id: string): void => changeFlows({ selected: { kind: 'node', id } });
