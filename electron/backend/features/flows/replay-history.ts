import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import {
  type FlowReplayFigures,
  type ReplayedStep,
  replayFlow,
} from '#shared/algorithms/flows/following/replay-flow.ts';
import { trackedFlow } from '#shared/algorithms/flows/following/track-flows.ts';
import type { Flow } from '#shared/domain/flow.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { type HistoryAsked, historyOf } from './history.ts';

/** A place in a dialogue of the project. */
interface HeardPlace {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly round: number;
}

/** The figures, whose examples say where they stand in the project. */
type HeardFigures = Omit<FlowReplayFigures, 'steps' | 'followedIn'> & {
  readonly steps: readonly (Omit<ReplayedStep, 'examples'> & {
    readonly examples: (ReplayedStep['examples'][number] & Omit<HeardPlace, 'externalId'>)[];
  })[];
  readonly before: Before | null;
};

/** The figures of an earlier version of the flow. */
type Before = Pick<FlowReplayFigures, 'followed' | 'whole' | 'steps'> & {
  /** The dialogues that follow the flow further now than then, and those that follow it less far. */
  readonly better: number;
  readonly worse: number;
};

/**
 * Replays dialogues of a project over a flow, and over an earlier version of it.
 * @param labels moves whose dialogues are asked for instead: one, or one and what came next
 */
export function replayHistory(
  database: ReadDatabase,
  flow: Flow,
  earlier: Flow | null,
  labels: readonly string[] | null,
  asked: HistoryAsked,
): { readonly figures: HeardFigures | null; readonly places: readonly HeardPlace[] } {
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
    return { figures: null, places };
  }
  const { followedIn, ...figures } = replayFlow(trackedFlow(flowGraph(flow)), dialogues);
  const byId = new Map(dialogues.map((heard) => [heard.id, heard]));
  const steps = figures.steps.map(({ examples, ...step }) => ({
    ...step,
    examples: examples.map(({ dialogueId, turn }) => {
      const { dialogue, externalId, rounds } = byId.get(dialogueId)!;
      return { dialogueId: externalId, turn, dialogue, round: rounds[turn]! };
    }),
  }));
  const before = earlier && beforeOf(replayFlow(trackedFlow(flowGraph(earlier)), dialogues), followedIn);
  return { figures: { ...figures, steps, before }, places: [] };
}

function beforeOf({ followed, whole, steps, followedIn }: FlowReplayFigures, now: readonly number[]): Before {
  const changes = followedIn.map((then, at) => Math.sign(now[at]! - then));
  return {
    followed,
    whole,
    steps,
    better: changes.filter((change) => change > 0).length,
    worse: changes.filter((change) => change < 0).length,
  };
}
