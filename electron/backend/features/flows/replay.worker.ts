import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import {
  type FlowReplayFigures,
  type ReplayedStep,
  replayFlow,
} from '#shared/algorithms/flows/following/replay-flow.ts';
import { trackedFlow } from '#shared/algorithms/flows/following/track-flows.ts';
import type { Flow } from '#shared/domain/flow.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';
import { type HistoryAsked, historyOf } from './history.ts';

/** A place in a dialogue of the project. */
interface HeardPlace {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly round: number;
}

export interface ReplayWork {
  readonly input: HistoryAsked & {
    readonly path: string;
    readonly flow: Flow;
    /** Moves to find dialogues of: one move, or one and the next. */
    readonly labels: readonly string[] | null;
  };
  readonly progress: never;
  readonly result: {
    readonly figures: HeardFigures | null;
    readonly places: readonly HeardPlace[];
  };
}

/** The figures; their examples say where they are in the project. */
type HeardFigures = Omit<FlowReplayFigures, 'steps'> & {
  readonly steps: readonly (Omit<ReplayedStep, 'examples'> & {
    readonly examples: (ReplayedStep['examples'][number] & Omit<HeardPlace, 'externalId'>)[];
  })[];
};

serve<ReplayWork>(async ({ path, flow, labels, ...asked }) => {
  const database = openForReading(path);
  try {
    const { dialogues } = historyOf(database, asked);
    if (labels !== null) {
      const places = dialogues.flatMap(({ externalId, dialogue, turns, rounds }): HeardPlace[] => {
        let after = -1;
        for (const label of labels) {
          const from = after + 1;
          after = turns.findIndex((turn, at) => at >= from && turn.label === label);
          if (after === -1) return [];
        }
        return [{ dialogue, externalId, round: rounds[after]! }];
      });
      return { result: { figures: null, places } };
    }
    const figures = replayFlow(trackedFlow(flowGraph(flow)), dialogues);
    const byId = new Map(dialogues.map((heard) => [heard.id, heard]));
    const steps = figures.steps.map(({ examples, ...step }) => ({
      ...step,
      examples: examples.map(({ dialogueId, turn }) => {
        const { dialogue, externalId, rounds } = byId.get(dialogueId)!;
        return { dialogueId: externalId, turn, dialogue, round: rounds[turn]! };
      }),
    }));
    return { result: { figures: { ...figures, steps }, places: [] } };
  } finally {
    database.close();
  }
});
