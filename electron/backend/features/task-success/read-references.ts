import type { BeliefState } from '#shared/algorithms/task-success/goals.ts';
import { readGoal, readState } from '#shared/algorithms/task-success/goals.ts';
import {
  onlyDomain,
  type ReferenceDialogue,
  type ReferenceTurn,
} from '#shared/algorithms/task-success/score-dialogue.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { roundsOf } from '#shared/domain/dialogue.ts';
import type { ImportedUtterance } from '#shared/domain/imported-dialogue.ts';
import { translateError } from '../../errors.ts';
import { readDialogues } from '../../formats/read.ts';

/** The dialogues of a neutral file that have a goal, by id. */
export interface ReadReferences {
  readonly dialogues: ReadonlyMap<string, ReferenceDialogue>;
  /** Ids of dialogues without a goal that can be judged. */
  readonly withoutGoal: readonly string[];
  /** Records that could not be read. */
  readonly rejected: number;
  /** True if no user turn of any dialogue has a belief state. */
  readonly hasNoStates: boolean;
}

/** A confirmed booking: `book-booking.ref`, `offerbooked-train.ref`; group 1 is the domain, or "booking". */
const CONFIRMED = /^(?!request|nobook|nooffer)[a-z]+-([a-z]+)\.ref(?:erence)?$/i;

/**
 * Returns goals, human answers and annotated belief states of a neutral file, plain or gzip. Consecutive messages of
 * one speaker are one turn; a system turn's state is that of the last user turn before it.
 * @throws DialogramError if the file cannot be read or no dialogue has a goal
 */
export async function readReferences(path: string, signal: AbortSignal): Promise<ReadReferences> {
  const dialogues = new Map<string, ReferenceDialogue>();
  const withoutGoal: string[] = [];
  let rejected = 0;
  let states = 0;
  try {
    for await (const event of readDialogues(path, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind === 'reject') rejected += event.records;
      if (event.kind !== 'dialogue') continue;
      const { externalId, domains, extra, utterances } = event.dialogue;
      const goal = readGoal(extra?.goal, domains);
      if (!goal) {
        withoutGoal.push(externalId);
        continue;
      }
      states += utterances.filter((utterance) => utterance.extra?.state !== undefined).length;
      dialogues.set(externalId, { id: externalId, goal, turns: turnsOf(utterances, onlyDomain(goal)) });
    }
  } catch (error) {
    throw translateError(error, path);
  }
  if (dialogues.size === 0) {
    throw new DialogramError('BAD_FILE', `No dialogue of ${path} has a goal to judge by.`, {
      place: path,
      nextStep:
        'Use neutral JSON Lines whose dialogues have a "goal": {domain: {"info", "reqt", "book"}}, or {"info", "reqt"} with one domain.',
    });
  }
  return { dialogues, withoutGoal, rejected, hasNoStates: states === 0 };
}

function turnsOf(utterances: readonly ImportedUtterance[], only: string | null): ReferenceTurn[] {
  const turns: ReferenceTurn[] = [];
  let state: BeliefState = new Map();
  const roles = utterances.map(({ role }) => role);
  for (const { role, first, last } of roundsOf(roles, true)) {
    const round = utterances.slice(first, last + 1);
    if (role === 'user') {
      for (const { extra } of round) if (extra?.state !== undefined) state = readState(extra.state, only);
      continue;
    }
    const acts = round.flatMap((utterance) => utterance.acts ?? []);
    turns.push({
      text: round.map(({ text }) => text).join(' '),
      state,
      booked: acts.flatMap((act) => CONFIRMED.exec(act)?.[1]?.toLowerCase() ?? []),
    });
  }
  return turns;
}
