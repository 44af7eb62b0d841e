import type { EntityRows } from './entity-database.ts';
import { slotKey } from './slot-values.ts';

/** A list of values from elsewhere, e.g. an ontology. */
export interface ListedValues {
  readonly domain: string;
  readonly slot: string;
  readonly values: readonly string[];
}

/** Returns the lists within a table's rows (colors and types of taxis). Colors are listed with every type. */
export function listsOfRows({ domain, rows }: EntityRows): ListedValues[] {
  const lists = rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, values]) => {
      if (!Array.isArray(values)) return [];
      const texts = values.filter((value): value is string => typeof value === 'string');
      return texts.length === 0 ? [] : [{ domain, slot: slotKey(column), values: texts }];
    }),
  );
  const types = lists.find(({ slot }) => slot === 'taxitypes')?.values ?? [];
  const colours = lists.find(({ slot }) => slot === 'taxicolors')?.values ?? [];
  const cars = colours.flatMap((colour) => types.map((type) => `${colour} ${type}`));
  return cars.length === 0 ? lists : [...lists, { domain, slot: 'cartype', values: cars }];
}

/** The lists of an ontology file of MultiWOZ: `{"domain-semi-slot": [values]}`; what has another form is left out. */
export function listsOfOntology(ontology: unknown): ListedValues[] {
  if (typeof ontology !== 'object' || ontology === null) return [];
  return Object.entries(ontology).flatMap(([key, values]) => {
    const parts = key.toLowerCase().split('-');
    if (parts.length < 2 || !Array.isArray(values)) return [];
    const texts = values.filter((value): value is string => typeof value === 'string');
    return [{ domain: parts[0], slot: slotKey(parts[parts.length - 1]), values: texts }];
  });
}
