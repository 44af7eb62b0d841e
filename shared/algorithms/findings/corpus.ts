import type { Role } from '../../domain/dialogue.ts';
import { roleAt } from '../../domain/dialogue.ts';
import type { DialogueField } from '../../domain/dialogue-field.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/tagged-rows.ts';
import { OTHER_LANGUAGE } from '../moves/moves-model.ts';
import { OTHER_TAG } from '../overview/one-symbol.ts';
import type { RoundTimes } from '../performance/measure-flow.ts';
import { type Activities, activitiesOf } from '../variants/activities.ts';

/** Dialogues as used for findings. All columns are by dialogue, in one order. */
export interface FindingsSubject {
  readonly rows: TaggedRows;
  /** The symbols of the graph beside the findings; none if there is no graph. */
  readonly shown?: readonly SymbolInfo[];
  readonly fields: readonly DialogueField[];
  /** Null if no times are known. */
  readonly times: RoundTimes | null;
  /** Returns true if the dialogue passes the current filter. */
  readonly isTaken: (dialogue: number) => boolean;
}

/** A customer's turn and the agent's turn that answers it directly. */
export interface Wait {
  readonly dialogue: number;
  /** Index of the customer's turn, from 0; the answer is the next one. */
  readonly round: number;
  /** The customer's main move; −1 if the turn has none. */
  readonly move: number;
  readonly seconds: number;
}

/** The data that findings are computed from: the selected dialogues and their moves. */
export interface FindingsCorpus extends FindingsSubject {
  readonly activities: Activities;
  /** Indexes, ascending. */
  readonly taken: readonly number[];
  /** Those of them with a move. */
  readonly tagged: readonly number[];
  /** length = all dialogues; 1 abandoned, 0 not, −1 without a move */
  readonly abandoned: Int8Array;
  /** length = all dialogues; 1 reopened, 0 not, −1 if nothing was closed */
  readonly reopened: Int8Array;
  /** Waits of the selected dialogues, in their order. */
  readonly waits: readonly Wait[];
  /** Turns of a dialogue, whoever speaks. */
  turnsOf(dialogue: number): number;
  roleOf(dialogue: number, round: number): Role;
  fieldNamed(name: string): DialogueField | undefined;
}

/** The fewest dialogues for a finding. */
export const LEAST_DIALOGUES = 30;

export function createCorpus(subject: FindingsSubject): FindingsCorpus {
  const { rows, fields, times, isTaken } = subject;
  const activities = activitiesOf(rows, subject.shown, true);
  const { offsets } = activities;
  const all = rows.keys.length;
  const taken = Array.from({ length: all }, (_, dialogue) => dialogue).filter(isTaken);
  const fieldNamed = (name: string) => fields.find((field) => field.name === name);
  /** 1 = yes, 0 = no, -1 = the field says nothing of the dialogue. */
  const answersOf = (name: string): Int8Array => {
    const answers = new Int8Array(all).fill(-1);
    const field = fieldNamed(name);
    for (let dialogue = 0; field && dialogue < all; dialogue++)
      for (let at = field.offsets[dialogue]; at < field.offsets[dialogue + 1]; at++)
        answers[dialogue] = field.values[field.valueIds[at]] === 'yes' ? 1 : 0;
    return answers;
  };
  return {
    ...subject,
    activities,
    taken,
    tagged: taken.filter((dialogue) => offsets[dialogue] < offsets[dialogue + 1]),
    abandoned: answersOf('abandoned'),
    reopened: answersOf('reopened'),
    waits: times === null ? [] : waitsOf(taken, rows, times, activities),
    turnsOf: (dialogue) => rows.roundOffsets[dialogue + 1] - rows.roundOffsets[dialogue],
    roleOf: (dialogue, round) => roleAt(rows.roundRoles[rows.roundOffsets[dialogue] + round]),
    fieldNamed,
  };
}

/**
 * Waits as the graph times them: from the last words of a customer's turn to the first words of the agent's
 * turn that comes directly after it. A turn without a time, or with a time before the previous turn, gives no
 * wait.
 */
function waitsOf(
  taken: readonly number[],
  { roundOffsets, roundRoles }: TaggedRows,
  times: RoundTimes,
  { offsets, steps, rounds }: Activities,
): Wait[] {
  const waits: Wait[] = [];
  for (const dialogue of taken) {
    const [first, base] = [roundOffsets[dialogue], times.offsets[dialogue]];
    let step = offsets[dialogue];
    for (let round = 0; first + round + 1 < roundOffsets[dialogue + 1]; round++) {
      while (step < offsets[dialogue + 1] && rounds[step] < round) step++;
      if (roleAt(roundRoles[first + round]) !== 'user' || roleAt(roundRoles[first + round + 1]) !== 'system')
        continue;
      const seconds = times.starts[base + round + 1] - times.ends[base + round];
      if (!(seconds >= 0)) continue;
      const isTagged = step < offsets[dialogue + 1] && rounds[step] === round;
      waits.push({ dialogue, round, move: isTagged ? steps[step] : -1, seconds });
    }
  }
  return waits;
}

/** Returns true if a move says what a turn does. Findings about "other" would be meaningless. */
export const isNamed = ({ activities: { symbols } }: FindingsCorpus, symbol: number): boolean =>
  symbol >= 0 && symbols[symbol].tag !== OTHER_TAG && symbols[symbol].tag !== OTHER_LANGUAGE;

/** Returns true if the tagger could not read a turn of the dialogue, so that its moves are unknown. */
export const isInOtherLanguage = (corpus: FindingsCorpus, dialogue: number): boolean =>
  movesOf(corpus, dialogue).some((step) => corpus.activities.symbols[step].tag === OTHER_LANGUAGE);

/** The moves of a dialogue in their order. */
export const movesOf = ({ activities: { offsets, steps } }: FindingsCorpus, dialogue: number): Int32Array =>
  steps.subarray(offsets[dialogue], offsets[dialogue + 1]);

/** The turn at which a dialogue makes its move of a number, from 0. */
export const turnOfMove = (
  { activities: { offsets, rounds } }: FindingsCorpus,
  dialogue: number,
  at: number,
): number => rounds[offsets[dialogue] + at];
