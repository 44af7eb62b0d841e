import { createTabState } from '../../project/tab-state.ts';

interface FlowsState {
  /** The name of the flow on show. */
  readonly open: string | null;
}

export const {
  use: useFlows,
  enter: enterFlows,
  change: changeFlows,
} = createTabState<FlowsState>('flows', { open: null });
