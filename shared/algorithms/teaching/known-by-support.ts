import { append } from '#shared/domain/append.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { once } from '#shared/domain/once.ts';
import type { SpokenTurn } from '../moves/moves-corpus.ts';
import { readTurn } from '../moves/support/support-features.ts';
import type { SupportModel } from '../moves/support/support-model.ts';
import { supportName } from '../moves/support/support-reading.ts';
import { createSupportTagger } from '../moves/support/support-tagger.ts';
import { evenly } from '../simulation/state-names.ts';
import type { KnownMoves, SaidByName } from './turn-features.ts';

type Vectors = KnownMoves['vectors'];

/**
 * Returns how likely the support tagger finds every move of every turn, with the names that the moves have now.
 * @param said the moves of a turn in the project, the first one first
 * @param isDecided true for a turn whose moves a person gave
 */
export function knownBySupport(
  model: SupportModel,
  dialogues: readonly (readonly SpokenTurn[])[],
  said: (turn: number) => readonly SaidByName[],
  isDecided: (turn: number) => boolean,
  vectors: Vectors,
): KnownMoves {
  const tagger = createSupportTagger(model);
  const roles = dialogues.flatMap((turns) => turns.map(({ role }) => role));
  const firstTurns = [0];
  for (const { length } of dialogues) firstTurns.push((firstTurns.at(-1) ?? 0) + length);
  const dialogueOf = dialogues.flatMap((turns, dialogue) => turns.map(() => dialogue));
  const readAgain = (dialogue: number, givenTo: (turn: number) => Float64Array | null): Float64Array[] => {
    const [from, to] = [firstTurns[dialogue], firstTurns[dialogue + 1]];
    return tagger.tag({
      turns: dialogues[dialogue].map(readTurn),
      vectors: vectors?.values.subarray(from * vectors.dimensions, to * vectors.dimensions) ?? null,
      given: dialogues[dialogue].map((_, at) => givenTo(from + at)),
    });
  };
  // Reading a large corpus takes minutes, and most questions need only a sample of it.
  const alone = memoByNumber((dialogue) => readAgain(dialogue, () => null));
  const firstOf = (turn: number): number => {
    const sure = alone(dialogueOf[turn])[turn - firstTurns[dialogueOf[turn]]];
    return sure.indexOf(Math.max(...sure));
  };
  const namesOf = once(() => {
    const turns = evenly(dialogues.length, MOST_NAMED).flatMap((dialogue) =>
      dialogues[dialogue].map((_, at) => firstTurns[dialogue] + at),
    );
    return namesNow(model, turns, roles, firstOf, said);
  });

  const givenAs = (turn: number, answer: readonly string[]): Float64Array | null => {
    const own = namesOf()[roles[turn]];
    const moves = answer.filter((name) => own.includes(name));
    if (moves.length === 0) return null;
    return Float64Array.from(own, (name) => {
      const place = moves.indexOf(name);
      const share = moves.length === 1 ? 1 : place === 0 ? 0.7 : 0.3 / (moves.length - 1);
      return place < 0 ? 0 : share / own.filter((other) => other === name).length;
    });
  };
  /** The last reading of each answered dialogue is kept, because an answer changes only one of them. */
  const readings = new Map<number, { readonly key: string; readonly sure: readonly Float64Array[] }>();
  const readWith = (dialogue: number, answers: readonly [turn: number, answer: readonly string[]][]) => {
    const key = JSON.stringify(answers);
    let reading = readings.get(dialogue);
    if (reading?.key !== key) {
      const given = new Map(answers);
      reading = { key, sure: readAgain(dialogue, (turn) => givenAs(turn, given.get(turn) ?? [])) };
      readings.set(dialogue, reading);
    }
    return reading.sure;
  };
  const knownAs = (sureOf: (dialogue: number) => readonly Float64Array[]): KnownMoves => ({
    get moves() {
      const { user, system } = namesOf();
      return { user: [...new Set(user)].sort(), system: [...new Set(system)].sort() };
    },
    vectors,
    isUntagged: (turn) => said(turn).length === 0,
    of(turn) {
      const now = said(turn);
      if (isDecided(turn)) return now;
      const names = namesOf()[roles[turn]];
      const sure = sureOf(dialogueOf[turn])[turn - firstTurns[dialogueOf[turn]]];
      const first = firstOf(turn);
      const shares = new Map<string, number>();
      for (const [move, confidence] of sure.entries()) {
        // A person may have split a move, so the name of the turn itself counts.
        const name = (move === first ? now[0]?.move : undefined) ?? names[move];
        shares.set(name, (shares.get(name) ?? 0) + confidence);
      }
      return Array.from(shares, ([move, confidence]) => ({ move, confidence }));
    },
    withAnswers(answers) {
      const answersOf = new Map<number, [turn: number, answer: readonly string[]][]>();
      for (const [turn, answer] of answers) append(answersOf, dialogueOf[turn], [turn, answer]);
      return knownAs((dialogue) => {
        const own = answersOf.get(dialogue);
        return own ? readWith(dialogue, own) : alone(dialogue);
      });
    },
  });
  return knownAs(alone);
}

function memoByNumber<Value>(make: (at: number) => Value): (at: number) => Value {
  const made = new Map<number, Value>();
  return (at) => {
    let value = made.get(at);
    if (value === undefined) {
      value = make(at);
      made.set(at, value);
    }
    return value;
  };
}

/** The names of moves are counted in this many dialogues, spread evenly. */
const MOST_NAMED = 1000;

/** Returns the name of each move: the one that most turns have for which the tagger finds it likeliest. */
function namesNow(
  { roles: models }: SupportModel,
  turns: readonly number[],
  roles: readonly Role[],
  firstOf: (turn: number) => number,
  said: (turn: number) => readonly SaidByName[],
): Record<Role, string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const turn of turns) {
    const name = said(turn)[0]?.move;
    if (name === undefined) continue;
    const key = `${roles[turn]} ${firstOf(turn)}`;
    const own = counts.get(key) ?? new Map<string, number>();
    counts.set(key, own.set(name, (own.get(name) ?? 0) + 1));
  }
  const nameOf = (role: Role, label: string, move: number): string =>
    [...(counts.get(`${role} ${move}`) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0] ??
    supportName(role, label);
  const of = (role: Role): string[] => models[role].moves.map((label, move) => nameOf(role, label, move));
  return { user: of('user'), system: of('system') };
}
