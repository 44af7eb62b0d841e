import { leavesBelow, type MergeTree } from '../clusters/merge-tree.ts';
import { CUE_RULES } from '../cues/cue-rules.ts';
import { ENGLISH, type Grammar, isTelling } from './grammar.ts';
import { nameTree } from './name-tree.ts';

export interface NamedText {
  readonly leaf: number;
  readonly sentences: readonly (readonly string[])[];
  /** Generic moves whose cues match the sentence. */
  readonly generic: readonly string[];
}

const LONGEST_GRAM = 4;
const LEAST_SHARE = 0.02;
const LEAST_TEXTS = 5;
const GENERIC_SHARE = 0.4;
const GENERIC_LIFT = 2;
/** The factor for names of function words alone. */
const LESS_TELLING = 0.4;
/** Weights by the number of words: two or three read best. */
const BY_LENGTH = [0, 0.6, 1.4, 1.6, 1.2];
/** If no cue names a move, its most common cue may go before its words. The cue needs this share. */
const HINT_SHARE = 0.2;
/** The cue also needs this lift over other moves. */
const HINT_LIFT = 1.15;
/** Goes before the words of an English move without a cue, because words alone do not say what a person does. */
const NO_CUE = 'mentions';
/** Cues that occur in any move. */
const NO_HINT = new Set(
  [...CUE_RULES.user, ...CUE_RULES.system]
    .filter(({ kind, name }) => kind === 'social' || /^(?:says-no|says-yes|sends-a-link)$/.test(name))
    .map(({ name }) => name),
);

/**
 * Names every node of a tree, distinct within every cut: first the nodes of `cut`, largest first. The words of a name
 * are neighbors with the highest share · ln(share / share elsewhere) · length weight. If cues match most of a move, it
 * gets the cue's name; if they match a part, the cue's name and the words. Otherwise an English move gets "mentions"
 * and the words.
 * @param seedNames by leaf, the name of its cue; empty for none
 */
export function nameNodes(
  tree: MergeTree,
  cut: readonly number[],
  texts: readonly NamedText[],
  seedNames: readonly string[],
  grammar: Grammar = ENGLISH,
): string[] {
  const counted = countGrams(texts, tree.leaves, grammar);
  const size = (node: number): number => sum(leavesBelow(tree, node), (leaf) => counted.sizes[leaf]);
  const taken = new Set<string>(['other', 'other-language']);
  const nameOf = (node: number): string => {
    const leaves = leavesBelow(tree, node);
    const seeds = leaves.filter((leaf) => (seedNames[leaf] ?? '') !== '');
    const sizeOfSeed = (leaf: number): number =>
      sum(seeds, (other) => (seedNames[other] === seedNames[leaf] ? counted.sizes[other] : 0));
    const wanted =
      seeds.length > 0
        ? [seedNames[seeds.reduce((a, b) => (sizeOfSeed(b) > sizeOfSeed(a) ? b : a))]]
        : genericNames(counted, leaves, GENERIC_SHARE, GENERIC_LIFT);
    const hint =
      wanted.length > 0
        ? wanted
        : genericNames(counted, leaves, HINT_SHARE, HINT_LIFT).filter((name) => !NO_HINT.has(name));
    const words = bestGrams(counted, leaves, grammar);
    const free = [
      ...wanted,
      ...hint.flatMap((name) =>
        words.filter((word) => addsTo(name, word, grammar)).map((word) => `${name}:${word}`),
      ),
      ...(grammar === ENGLISH ? phrasesFirst(words).map((word) => `${NO_CUE}:${word}`) : words),
    ].find((name) => !taken.has(name));
    const name = free ?? numbered(wanted[0] ?? genericNames(counted, leaves, 0, 0)[0] ?? 'move', taken);
    taken.add(name);
    return name;
  };
  return nameTree(tree, cut, size, nameOf);
}

/** Puts phrases before single words, because "mentions-looks" would say little. */
const phrasesFirst = (words: readonly string[]): string[] => [
  ...words.filter((word) => word.includes('-')),
  ...words.filter((word) => !word.includes('-')),
];

/** Returns "gives-details-2", for a move without words of its own. */
function numbered(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

interface CountedGrams {
  readonly sizes: Int32Array;
  readonly byLeaf: readonly ReadonlyMap<string, number>[];
  readonly all: ReadonlyMap<string, number>;
  readonly genericByLeaf: readonly ReadonlyMap<string, number>[];
  readonly genericAll: ReadonlyMap<string, number>;
}

function countGrams(texts: readonly NamedText[], leaves: number, grammar: Grammar): CountedGrams {
  const sizes = new Int32Array(leaves);
  const add = (counts: Map<string, number>, key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  const maps = (): Map<string, number>[] => Array.from({ length: leaves }, () => new Map());
  const all = new Map<string, number>();
  const byLeaf = maps();
  const genericByLeaf = maps();
  const genericAll = new Map<string, number>();
  for (const { sentences } of texts) for (const gram of gramsOf(sentences, grammar)) add(all, gram);
  for (const [gram, count] of all) if (count < LEAST_TEXTS) all.delete(gram);
  for (const { leaf, sentences, generic } of texts) {
    sizes[leaf]++;
    for (const gram of gramsOf(sentences, grammar)) if (all.has(gram)) add(byLeaf[leaf], gram);
    for (const name of new Set(generic)) {
      add(genericByLeaf[leaf], name);
      add(genericAll, name);
    }
  }
  return { sizes, byLeaf, all, genericByLeaf, genericAll };
}

const JOINING = new Set(['and', 'or', 'but']);

function gramsOf(sentences: readonly (readonly string[])[], grammar: Grammar): Set<string> {
  const opens = (word: string): boolean => isTelling(word, grammar) || grammar.first.has(word);
  const ends = (word: string): boolean => isTelling(word, grammar) || grammar.last.has(word);
  const grams = new Set<string>();
  for (const words of sentences) {
    for (let from = 0; from < words.length; from++) {
      for (
        let to = from + 1;
        to <= Math.min(words.length, from + LONGEST_GRAM) && words[to - 1] !== '?';
        to++
      ) {
        if (!opens(words[from]) || !ends(words[to - 1])) continue;
        const gram = words.slice(from, to);
        // Such words are the ends of two phrases, as in "assignment and decide".
        if (gram.some((word) => JOINING.has(word))) continue;
        if (gram.some((word) => isTelling(word, grammar) || word.length > 3)) grams.add(gram.join(' '));
      }
    }
  }
  return grams;
}

const addsTo = (name: string, words: string, grammar: Grammar): boolean =>
  !/['’](?:m|ll|ve|re|d)\b/.test(words) &&
  words.split('-').some((word) => isTelling(word, grammar) && !name.includes(word.slice(0, 4)));

function bestGrams(
  { sizes, byLeaf, all }: CountedGrams,
  leaves: readonly number[],
  grammar: Grammar,
): string[] {
  const own = sum(leaves, (leaf) => sizes[leaf]);
  const elsewhere = Math.max(1, sum(sizes, (size) => size) - own);
  return [...merged(byLeaf, leaves)]
    .filter(([, count]) => count >= LEAST_SHARE * own)
    .map(([gram, count]) => {
      const share = count / own;
      const other = ((all.get(gram) ?? 0) - count + 0.5) / elsewhere;
      const lift = Math.min(share / other, grammar.mostLift);
      const telling = gram.split(' ').some((word) => isTelling(word, grammar)) ? 1 : LESS_TELLING;
      return { gram, score: telling * share * Math.log(lift) * BY_LENGTH[gram.split(' ').length] };
    })
    .sort((a, b) => b.score - a.score || (a.gram < b.gram ? -1 : 1))
    .slice(0, 20)
    .map(({ gram }) =>
      gram
        .replaceAll(/[<>]/g, '')
        .replaceAll(UNSPACED, '')
        .replaceAll(/[\s,]+/g, '-'),
    );
}

const UNSPACED =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu;

function genericNames(
  { sizes, genericByLeaf, genericAll }: CountedGrams,
  leaves: readonly number[],
  leastShare: number,
  leastLift: number,
): string[] {
  const own = sum(leaves, (leaf) => sizes[leaf]);
  const elsewhere = Math.max(1, sum(sizes, (size) => size) - own);
  return [...merged(genericByLeaf, leaves)]
    .map(([name, count]) => {
      const share = count / Math.max(1, own);
      return { name, share, lift: share / (((genericAll.get(name) ?? 0) - count + 0.5) / elsewhere) };
    })
    .filter(({ share, lift }) => share >= leastShare && lift >= leastLift)
    .sort((a, b) => b.share * Math.log(b.lift) - a.share * Math.log(a.lift) || (a.name < b.name ? -1 : 1))
    .slice(0, 1)
    .map(({ name }) => name);
}

function merged(
  maps: readonly ReadonlyMap<string, number>[],
  leaves: readonly number[],
): Map<string, number> {
  const total = new Map<string, number>();
  for (const leaf of leaves)
    for (const [key, count] of maps[leaf]) total.set(key, (total.get(key) ?? 0) + count);
  return total;
}

function sum<Item>(items: Iterable<Item>, of: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
}
