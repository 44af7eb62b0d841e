import type { Role } from '#shared/domain/dialogue.ts';
import { COLUMNS } from './support-features.ts';

/** Weights of columns × moves as whole numbers, multiplied by the scale of their move. */
export interface PackedTable {
  readonly columns: number;
  readonly weights: Int8Array;
  readonly scales: readonly number[];
}

export interface SupportReader {
  readonly grams: PackedTable;
  readonly vectors: PackedTable;
  readonly biases: readonly number[];
  readonly around: PackedTable;
  readonly aroundBiases: readonly number[];
  /** Scores are divided by this, so that turns with a confidence of 70 % are right in 70 % of cases. */
  readonly temperature: number;
}

export interface SupportRole {
  readonly moves: readonly string[];
  readonly plain: SupportReader;
  readonly encoded: SupportReader;
}

export interface SupportModel {
  readonly roles: Readonly<Record<Role, SupportRole>>;
  readonly encoder: { readonly name: string; readonly dimensions: number };
  /** The least confidence of a tag, without and with vectors. Less certain turns stay untagged. */
  readonly leastSure: { readonly plain: number; readonly encoded: number };
}

type PackedDescription<Value> = Value extends PackedTable
  ? { readonly columns: number; readonly scales: readonly number[]; readonly at: number }
  : Value extends readonly unknown[] | string | number
    ? Value
    : { readonly [Key in keyof Value]: PackedDescription<Value[Key]> };

export interface PackedModel {
  readonly about: PackedDescription<SupportModel>;
  readonly weights: Int8Array;
}

const READERS = ['plain', 'encoded'] as const;
const TABLES = ['grams', 'vectors', 'around'] as const;

/** @throws RangeError if the files are not of one model */
export function unpackModel({ about, weights }: PackedModel): SupportModel {
  const role = (described: PackedModel['about']['roles'][Role]): SupportRole => {
    const count = described.moves.length;
    const reader = (which: (typeof READERS)[number]): SupportReader => {
      const tables = TABLES.map((name): [string, PackedTable] => {
        const { columns, scales, at } = described[which][name];
        const own = weights.subarray(at, at + columns * count);
        if (own.length !== columns * count || (name === 'grams' && columns !== COLUMNS))
          throw new RangeError('The weights of the support tagger do not match its description.');
        return [name, { columns, scales, weights: own }];
      });
      return {
        ...described[which],
        ...(Object.fromEntries(tables) as Pick<SupportReader, (typeof TABLES)[number]>),
      };
    };
    return { moves: described.moves, plain: reader('plain'), encoded: reader('encoded') };
  };
  return { ...about, roles: { system: role(about.roles.system), user: role(about.roles.user) } };
}
