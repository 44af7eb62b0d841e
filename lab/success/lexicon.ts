import {
  type EntityRows,
  type EntityTable,
  likenessWithin,
  SAME_NAME,
  textWords,
} from './entity-database.ts';
import { classOfSlot, type PlaceholderClass } from './placeholders.ts';
import { isUnconstrained, nameForm, slotKey, squeeze } from './slot-values.ts';

interface ListedValues {
  readonly domain: string;
  readonly slot: string;
  readonly values: readonly string[];
}

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

export interface LexiconEntry {
  readonly stands: PlaceholderClass;
  readonly domains: Set<string>;
}

/** Values as a tree of words, to find the longest value at a position. */
export interface LexiconNode {
  readonly next: Map<string, LexiconNode>;
  entry: LexiconEntry | null;
}

export interface Lexicon {
  readonly root: LexiconNode;
  /** Phone numbers, postcodes and train ids, squeezed: they are written with blanks anywhere. */
  readonly codes: ReadonlyMap<string, LexiconEntry>;
  readonly longestCode: number;
  readonly nameWords: ReadonlyMap<number, readonly string[]>;
  /** Every word of any value. Such a word is not a typo. */
  readonly words: ReadonlySet<string>;
  /** True if a table of cars has colors and types. Ten or eleven digits are then a taxi's phone. */
  readonly hasTaxis: boolean;
}

const CODES: ReadonlySet<PlaceholderClass> = new Set(['phone', 'postcode', 'trainid']);
const WORDS: ReadonlySet<PlaceholderClass> = new Set([
  'name',
  'address',
  'area',
  'food',
  'type',
  'place',
  'department',
  'car',
]);
/** If two classes cover the same words, the first in this list wins. */
const FIRST: readonly PlaceholderClass[] = [
  'name',
  'address',
  'place',
  'department',
  'food',
  'area',
  'type',
  'car',
];

/** Words common in names that identify nobody: a name is recognized without them. */
const KINDS = new Set(
  'restaurant bar hotel guest house bed and breakfast city centre cambridge gallery'.split(' '),
);

/**
 * Collects names. A name is also known without "the" and without words for kind or place ("restaurant", "city center").
 * At least two words or one of four letters must remain, and no other name may begin the same way.
 */
export function createLexicon(tables: readonly EntityTable[], lists: readonly ListedValues[]): Lexicon {
  const root: LexiconNode = { next: new Map(), entry: null };
  const codes = new Map<string, LexiconEntry>();
  const words = new Set<string>();
  const nameWords = new Set<string>();
  const domains = new Set([...tables, ...lists].map(({ domain }) => domain));

  function addWords(value: readonly string[], stands: PlaceholderClass, domain: string): void {
    if (value.length === 0) return;
    let node = root;
    for (const word of value) {
      words.add(word);
      if (stands === 'name' && word.length >= 6) nameWords.add(word);
      let next = node.next.get(word);
      if (!next) {
        next = { next: new Map(), entry: null };
        node.next.set(word, next);
      }
      node = next;
    }
    if (node.entry === null || FIRST.indexOf(stands) < FIRST.indexOf(node.entry.stands)) {
      node.entry = { stands, domains: new Set([domain]) };
    } else if (node.entry.stands === stands) node.entry.domains.add(domain);
  }

  function addValue(domain: string, slot: string, value: string): void {
    const stands = classOfSlot(slot, domain);
    if (stands === null || isUnconstrained(value)) return;
    if (CODES.has(stands)) {
      const code = squeeze(value);
      if (code.length < 4) return;
      const known = codes.get(code);
      if (known) known.domains.add(domain);
      else codes.set(code, { stands, domains: new Set([domain]) });
    } else if (WORDS.has(stands) && !domains.has(squeeze(value))) {
      for (const spelling of spellingsOf(value)) addWords(wordsOf(spelling), stands, domain);
    }
  }

  for (const { domain, rows } of tables) {
    for (const row of rows) for (const [slot, value] of row) addValue(domain, slot, value);
    for (const alias of shortNames(rows.flatMap((row) => row.get('name') ?? [])))
      addWords(alias, 'name', domain);
  }
  for (const { domain, slot, values } of lists) {
    const table = tables.find((candidate) => candidate.domain === domain);
    for (const value of values) {
      if (isListed(slot, value, table)) addValue(domain, slot, value);
    }
  }

  const byLength = new Map<number, string[]>();
  for (const word of [...nameWords].sort()) {
    const group = byLength.get(word.length);
    if (group) group.push(word);
    else byLength.set(word.length, [word]);
  }
  return {
    root,
    codes,
    longestCode: Math.max(0, ...[...codes.keys()].map((code) => code.length)),
    nameWords: byLength,
    words,
    hasTaxis: lists.some(({ slot }) => slot === 'taxiphone'),
  };
}

/** Returns both "guesthouse" and "guest house", whichever of them the file has. */
function spellingsOf(value: string): string[] {
  const apart = value.toLowerCase().replaceAll('guesthouse', 'guest house');
  return [...new Set([value, apart, apart.replaceAll('guest house', 'guesthouse')])];
}

/** Returns true if a name resembles exactly one name of its table, because ontologies contain typos; never for places. */
function isListed(slot: string, value: string, table: EntityTable | undefined): boolean {
  const stands = classOfSlot(slot);
  if (stands === 'place') return false;
  if (stands !== 'name') return true;
  const form = nameForm(value);
  const names = (table?.rows ?? []).flatMap((row) => row.get('name') ?? []).map(nameForm);
  const alike = names.filter(
    (name) => name.length >= form.length - 1 && likenessWithin(name, form) >= SAME_NAME,
  );
  return form.length >= 6 && new Set(alike).size === 1;
}

const wordsOf = (value: string): string[] => textWords(value).map(({ forms }) => forms[0]);

/** Returns the short forms of names; see createLexicon. */
function shortNames(names: readonly string[]): string[][] {
  const full = names.map(wordsOf);
  const aliases: string[][] = [];
  for (const name of full) {
    const from = name[0] === 'the' || name[0] === 'restaurant' ? 1 : 0;
    let to = name.length;
    while (to > from && KINDS.has(name[to - 1])) to--;
    for (const [start, end] of [
      [from, name.length],
      [0, to],
      [from, to],
    ]) {
      const alias = name.slice(start, end);
      const isTelling =
        alias.length > 1 || (alias.length === 1 && alias[0].length >= 4 && alias[0] !== 'place');
      if (!isTelling || alias.length === name.length) continue;
      const others = full.filter(
        (other) =>
          other !== name &&
          alias.every((word, at) => other[at + (other[0] === 'the' ? 1 : 0)] === word || other[at] === word),
      );
      if (others.length === 0) aliases.push(alias);
    }
  }
  return aliases;
}
