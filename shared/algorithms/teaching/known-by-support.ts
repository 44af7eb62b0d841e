import type { Role } from '#shared/domain/dialogue.ts';
import type { SpokenTurn } from '../moves/moves-corpus.ts';
import { readTurn } from '../moves/support/support-features.ts';
import type { SupportModel } from '../moves/support/support-model.ts';
import { supportName } from '../moves/support/support-reading.ts';
import { createSupportTagger } from '../moves/support/support-tagger.ts';
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
  const read = dialogues.map((turns) => turns.map(readTurn));
  const readAgain = (dialogue: number, givenTo: (turn: number) => Float64Array | null): Float64Array[] => {
    const [from, to] = [firstTurns[dialogue], firstTurns[dialogue + 1]];
    return tagger.tag({
      turns: read[dialogue],
      vectors: vectors?.values.subarray(from * vectors.dimensions, to * vectors.dimensions) ?? null,
      given: read[dialogue].map((_, at) => givenTo(from + at)),
    });
  };
  const alone = read.flatMap((_, dialogue) => readAgain(dialogue, () => null));
  const firstOf = alone.map((sure) => sure.indexOf(Math.max(...sure)));
  const names = namesNow(model, roles, firstOf, said);

  const givenAs = (turn: number, answer: readonly string[]): Float64Array | null => {
    const own = names[roles[turn]];
    const moves = answer.filter((name) => own.includes(name));
    if (moves.length === 0) return null;
    return Float64Array.from(own, (name) => {
      const place = moves.indexOf(name);
      const share = moves.length === 1 ? 1 : place === 0 ? 0.7 : 0.3 / (moves.length - 1);
      return place < 0 ? 0 : share / own.filter((other) => other === name).length;
    });
  };
  const knownAs = (sure: readonly Float64Array[]): KnownMoves => ({
    moves: { user: [...new Set(names.user)].sort(), system: [...new Set(names.system)].sort() },
    vectors,
    isUntagged: (turn) => said(turn).length === 0,
    of(turn) {
      const now = said(turn);
      if (isDecided(turn)) return now;
      const shares = new Map<string, number>();
      for (const [move, confidence] of sure[turn].entries()) {
        // A person may have split a move, so the name of the turn itself counts.
        const name = (move === firstOf[turn] ? now[0]?.move : undefined) ?? names[roles[turn]][move];
        shares.set(name, (shares.get(name) ?? 0) + confidence);
      }
      return Array.from(shares, ([move, confidence]) => ({ move, confidence }));
    },
    withAnswers(answers) {
      const now = [...alone];
      for (const dialogue of new Set(Array.from(answers.keys(), (turn) => dialogueOf[turn])))
        now.splice(
          firstTurns[dialogue],
          read[dialogue].length,
          ...readAgain(dialogue, (turn) => givenAs(turn, answers.get(turn) ?? [])),
        );
      return knownAs(now);
    },
  });
  return knownAs(alone);
}

/** Returns the name of each move: the one that most turns have for which the tagger finds it likeliest. */
function namesNow(
  { roles: models }: SupportModel,
  roles: readonly Role[],
  firstOf: readonly number[],
  said: (turn: number) => readonly SaidByName[],
): Record<Role, string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const [turn, role] of roles.entries()) {
    const name = said(turn)[0]?.move;
    if (name === undefined) continue;
    const key = `${role} ${firstOf[turn]}`;
    const own = counts.get(key) ?? new Map<string, number>();
    counts.set(key, own.set(name, (own.get(name) ?? 0) + 1));
  }
  const nameOf = (role: Role, label: string, move: number): string =>
    [...(counts.get(`${role} ${move}`) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0] ??
    supportName(role, label);
  const of = (role: Role): string[] => models[role].moves.map((label, move) => nameOf(role, label, move));
  return { user: of('user'), system: of('system') };
}
