import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { type FlowReplayFigures, replayFlow } from '#shared/algorithms/flows/replay-flow.ts';
import { trackedFlow } from '#shared/algorithms/flows/track-flows.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';
import { heldAgainst, historyOfTask } from './history-of-task.ts';

export interface ReplayWork {
  readonly input: { readonly path: string; readonly flow: Flow };
  readonly progress: never;
  readonly result: FlowReplayFigures;
}

serve<ReplayWork>(async ({ path, flow }) => {
  const database = openForReading(path);
  try {
    const history = historyOfTask(database, flow.name);
    return { result: replayFlow(trackedFlow(flowGraph(flow)), heldAgainst(history)) };
  } finally {
    database.close();
  }
});
