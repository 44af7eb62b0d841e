import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import {
  type FlowReplayFigures,
  type ReplayedDialogue,
  replayFlow,
} from '#shared/algorithms/flows/replay-flow.ts';
import { trackedFlow } from '#shared/algorithms/flows/track-flows.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { eachLabelledDialogue } from '../../store/corpus/labelled-dialogues.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';
import { flowTurn, tasksOf } from './read-labelled.ts';

export interface ReplayWork {
  readonly input: { readonly path: string; readonly flow: Flow };
  readonly progress: never;
  readonly result: FlowReplayFigures;
}

serve<ReplayWork>(async ({ path, flow }) => {
  const database = openForReading(path);
  try {
    const tracked = trackedFlow(flowGraph(flow));
    const own: ReplayedDialogue[] = [];
    const all: ReplayedDialogue[] = [];
    for (const { externalId, domains, extra, turns } of eachLabelledDialogue(database)) {
      const dialogue = { id: externalId, turns: turns.map(flowTurn) };
      const tasks = tasksOf(extra, domains);
      if (tasks.includes(flow.name)) own.push(dialogue);
      else if (own.length === 0) all.push(dialogue);
    }
    return { result: replayFlow(tracked, own.length > 0 ? own : all) };
  } finally {
    database.close();
  }
});
