import { readFile, stat } from 'node:fs/promises';
import type { TaughtRole } from '#shared/algorithms/teaching/teach.ts';
import { problemIn } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type SavedTagger, savedTaggerSchema } from '#shared/contract/teaching.ts';
import { translateError } from '../../errors.ts';

/** A larger file cannot be a saved tagger. */
const MOST_BYTES = 200_000_000;

const rounded = (weight: number): number => Math.round(weight * 1e5) / 1e5;

/** Returns a taught tagger without vectors, as a file. Words without weight are left out. */
export function toSavedTagger(roles: readonly TaughtRole[]): SavedTagger {
  return {
    format: 'dialogram-taught-tagger',
    version: 1,
    roles: roles.map(({ role, columns, taught: { moves, model, temperature } }) => {
      const weightsOf = (column: number): number[] => {
        const place = model.placeOf[column] ?? -1;
        return moves.map((_, c) => (place < 0 ? 0 : rounded(model.weights[place * moves.length + c]!)));
      };
      const tells = (column: number): boolean => weightsOf(column).some((weight) => weight !== 0);
      const words = [...columns.words.keys()].filter(tells);
      const signs = [...columns.signs.keys()].filter((at) => tells(columns.words.length + at));
      const biases = Array.from(model.weights.subarray(model.weights.length - moves.length), rounded);
      return {
        role,
        moves: [...moves],
        words: words.map((at): [string, number] => [columns.words[at]![0], rounded(columns.words[at]![1])]),
        signs: signs.map((at) => columns.signs[at]!),
        weights: [
          ...words.flatMap(weightsOf),
          ...signs.flatMap((at) => weightsOf(columns.words.length + at)),
          ...biases,
        ],
        temperature,
      };
    }),
  };
}

export const fromSavedTagger = ({ roles }: SavedTagger): TaughtRole[] =>
  roles.map(({ role, moves, words, signs, weights, temperature }) => ({
    role,
    columns: { role, words, signs },
    taught: {
      moves,
      model: {
        classes: moves.length,
        placeOf: Int32Array.from({ length: words.length + signs.length }, (_, column) => column),
        weights: Float64Array.from(weights),
      },
      temperature,
      penalty: 0,
    },
  }));

/** @throws BAD_FILE if the file is not a saved tagger of this version */
export async function readSavedTagger(path: string): Promise<SavedTagger> {
  let text: string;
  try {
    if ((await stat(path)).size > MOST_BYTES) throw badFile(path, 'The file is too large.');
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw translateError(error, path);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badFile(path, 'It is not JSON.');
  }
  const read = savedTaggerSchema.safeParse(value);
  if (read.success) return read.data;
  throw badFile(path, problemIn(read.error, 'The file'));
}

const badFile = (path: string, value: string) =>
  new DialogramError('BAD_FILE', `${path} is not a saved tagger. ${value}`, {
    place: path,
    value,
    nextStep: 'Choose a file that "teach --save" wrote with this version of the app.',
  });
