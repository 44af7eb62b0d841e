import { createTabState } from '../../project/tab-state.ts';

/** What of a flow is chosen; an edge by where it stands among the flow's edges. */
export type FlowSelection =
  | { readonly kind: 'node'; readonly id: string }
  | { readonly kind: 'edge'; readonly at: number };

export type FlowTab = 'canvas' | 'table' | 'colang';

interface FlowsState {
  /** The name of the flow on show. */
  readonly open: string | null;
  readonly tab: FlowTab;
  /** Whether history is held against the flow. */
  readonly replayed: boolean;
  /** Null shows what belongs to the flow as a whole. */
  readonly selected: FlowSelection | null;
}

export const {
  use: useFlows,
  enter: enterFlows,
  change: changeFlows,
} = createTabState<FlowsState>('flows', { open: null, tab: 'canvas', replayed: false, selected: null });

export const openFlow = (open: string | null): void => changeFlows({ open, selected: null });
export const selectNode = (id: string): void => changeFlows({ selected: { kind: 'node', id } });
