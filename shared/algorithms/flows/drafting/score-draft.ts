import type { Flow } from '../../../domain/flow.ts';
import { createRandom } from '../../random/random.ts';
import { flowGraph } from '../flow-graph.ts';
import type { ReplayedDialogue } from '../following/replay-flow.ts';
import { type FlowTurn, trackedFlow, trackFlows } from '../following/track-flows.ts';

/** The number of times that the agent's steps are shuffled. */
const SHUFFLES = 5;
const MOST_SCORED = 200;

/**
 * Returns the share of dialogues that a flow follows beyond chance, up to 1. O(turns). Dialogues count if it predicts
 * more agent steps than with steps drawn from all dialogues; those with fewer are subtracted. Always predicting the
 * most frequent step gives 0.
 */
export function followedBeyondChance(flow: Flow, given: readonly ReplayedDialogue[]): number {
  if (given.length === 0 || flow.nodes.length === 0) return 0;
  const every = Math.ceil(given.length / MOST_SCORED);
  const dialogues = given.filter((_, at) => at % every === 0);
  // Greetings and fallbacks come at any time and say nothing about the order of steps.
  const tracked = trackedFlow(flowGraph({ ...flow, fallbackActions: [] }));
  const right = (turns: readonly FlowTurn[]): number =>
    [...trackFlows([tracked], turns)].filter(
      ({ turn, reply }) => reply !== null && reply.node !== null && reply.label === turns[turn]!.label,
    ).length;
  const own = dialogues.map(({ turns }) => right(turns));
  const steps = dialogues.flatMap(({ turns }) => turns.flatMap(({ label }) => label ?? []));
  const random = createRandom(1);
  let net = 0;
  for (let shuffle = 0; shuffle < SHUFFLES; shuffle++) {
    const drawn = random.shuffle(steps).values();
    for (const [at, { turns }] of dialogues.entries()) {
      const shuffled = turns.map((turn) =>
        turn.label === null ? turn : { ...turn, label: drawn.next().value ?? null },
      );
      net += Math.sign(own[at]! - right(shuffled));
    }
  }
  return net / (SHUFFLES * dialogues.length);
}
