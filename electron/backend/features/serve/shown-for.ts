import type { Learner } from '#shared/contract/automata.ts';
import type { AnswerSettings } from '#shared/contract/generation.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { IndexTurn } from '../comparison/index.ts';
import {
  exampleShapeOf,
  examplesOfSpoken,
  originOf,
  requireOrigin,
  type SpokenTurn,
  STATE_METHOD,
  standing,
  tagSpoken,
} from '../conversation/index.ts';
import { type ShownExample, shownExamples } from '../generation/index.ts';

/** Settings for routing a conversation, and for choosing and showing its examples. */
interface Showing extends AnswerSettings {
  readonly method: string;
  readonly automaton: RunId | null;
}

/** Only the newest turns of longer conversations are used. */
const MOST_HEARD = 500;

/** Returns the state of an automaton that an external conversation leads to. */
export async function standingOf(
  project: Project,
  turns: readonly SpokenTurn[],
  { automaton, method, examples, seed }: Showing,
) {
  const origin = requireOrigin(project.database, automaton);
  const heard = await tagSpoken(project, origin.tagging, turns.slice(-MOST_HEARD));
  const settings = { automaton, policy: 'resume' as const, method, examples, seed };
  return { origin, ...(await standing(project, origin, { settings, start: null }, heard, 'wait')) };
}

/** Returns the examples for the next turn, as a model is shown them. */
export async function shownFor(
  project: Project,
  turns: readonly SpokenTurn[],
  showing: Showing,
): Promise<ShownExample[]> {
  const { method, automaton } = showing;
  const origin = originOf(project.database, automaton);
  const candidates =
    method === STATE_METHOD
      ? (await standingOf(project, turns, showing)).found.items
      : await examplesOfSpoken(project, origin, turns.slice(-MOST_HEARD), showing);
  return shown(project, candidates, showing, origin?.learner ?? null);
}

export function shown(
  { database }: Project,
  candidates: readonly IndexTurn[],
  showing: Showing,
  learner: Learner | null,
): ShownExample[] {
  const { method } = showing;
  const roundsOf = roundReader(database);
  return shownExamples(
    { dialogue: (id) => ({ rounds: roundsOf(id) }) },
    null,
    method,
    { candidates },
    {
      ...showing,
      exampleShape: exampleShapeOf(method, learner),
    },
  );
}
