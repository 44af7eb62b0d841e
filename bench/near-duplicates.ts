/**
 * Measures how many randomly split tags are found again, and how many other pairs are suggested.
 *
 * npx node bench/near-duplicates.ts [corpus …]
 *
 * 20 tags with 50 turns or more get another name on a share of their turns. Five seeds, summed.
 * Any other suggestion counts as wrong, though two acts may well be one.
 */
import { createRandom } from '../shared/algorithms/random/random.ts';
import { wordsOf } from '../shared/algorithms/retrieval/words/tokens.ts';
import { SUGGEST_OPTIONS, suggestPairs } from '../shared/algorithms/vocabulary/suggest-pairs.ts';
import type { TagSequences } from '../shared/algorithms/vocabulary/tag-contexts.ts';
import { ROLES } from '../shared/domain/dialogue.ts';
import { missingCorpus, readAnnotatedDialogues } from '../tests/fixtures/annotated-corpora.ts';

const PLANTED = 20;
const LEAST_TURNS = 50;
const SEEDS = [1, 2, 3, 4, 5];
const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9];

interface SplitCorpus {
  readonly wordsAt: (turn: number) => readonly string[];
  readonly sequences: TagSequences;
  /** The other half of a divided tag. */
  readonly twinOf: ReadonlyMap<number, number>;
}

function divide(
  dialogues: ReturnType<typeof readAnnotatedDialogues>,
  share: number,
  seed: number,
): SplitCorpus {
  const random = createRandom(seed);
  const counts = new Map<string, number>();
  for (const { turns } of dialogues)
    for (const { tags } of turns)
      for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const names = [...counts.keys()].sort();
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const frequent = names.filter((name) => (counts.get(name) ?? 0) >= LEAST_TURNS);
  const twinOf = new Map<number, number>();
  while (twinOf.size < Math.min(PLANTED, frequent.length)) {
    const tag = indexOf.get(frequent[random.integer(frequent.length)]) as number;
    if (!twinOf.has(tag)) twinOf.set(tag, names.length + twinOf.size);
  }
  const turnOffsets = [0];
  const tagOffsets = [0];
  const tags: number[] = [];
  const roles: number[] = [];
  const texts: string[] = [];
  for (const { turns } of dialogues) {
    for (const turn of turns) {
      for (const name of new Set(turn.tags)) {
        const tag = indexOf.get(name) as number;
        const twin = twinOf.get(tag);
        tags.push(twin !== undefined && random.next() < share ? twin : tag);
      }
      roles.push(ROLES.indexOf(turn.role));
      texts.push(turn.text);
      tagOffsets.push(tags.length);
    }
    turnOffsets.push(roles.length);
  }
  return {
    twinOf,
    wordsAt: (turn) => wordsOf(texts[turn]),
    sequences: {
      tagCount: names.length + twinOf.size,
      turnOffsets: Int32Array.from(turnOffsets),
      tagOffsets: Int32Array.from(tagOffsets),
      tags: Int32Array.from(tags),
      roles: Uint8Array.from(roles),
    },
  };
}

const corpora =
  process.argv.length > 2 ? process.argv.slice(2) : ['multiwoz', 'sgd', 'star', 'abcd', 'taskmaster'];
for (const corpus of corpora) {
  const missing = missingCorpus(corpus);
  if (missing !== null) {
    console.log(`${corpus}: ${missing}`);
    continue;
  }
  const dialogues = readAnnotatedDialogues(corpus);
  for (const share of [0.5, 0.2]) {
    const sums = THRESHOLDS.map(() => ({ planted: 0, found: 0, suggested: 0 }));
    let milliseconds = 0;
    let tagCount = 0;
    for (const seed of SEEDS) {
      const { sequences, twinOf, wordsAt } = divide(dialogues, share, seed);
      tagCount = sequences.tagCount;
      const names = Array.from({ length: sequences.tagCount }, (_, tag) => `${tag}`);
      const started = performance.now();
      const pairs = suggestPairs(names, sequences, wordsAt, { ...SUGGEST_OPTIONS, leastWords: 0 });
      milliseconds += performance.now() - started;
      const turns = new Int32Array(sequences.tagCount);
      for (const tag of sequences.tags) turns[tag]++;
      const leastFor = (least: number, left: number, right: number): number => {
        const rarer = Math.min(turns[left], turns[right]);
        return (least * rarer) / (rarer + SUGGEST_OPTIONS.halfHeard);
      };
      THRESHOLDS.forEach((least, index) => {
        const suggested = pairs.filter(({ words, left, right }) => words >= leastFor(least, left, right));
        sums[index].planted += twinOf.size;
        sums[index].suggested += suggested.length;
        sums[index].found += suggested.filter(({ left, right }) => twinOf.get(left) === right).length;
      });
    }
    console.log(
      `${corpus}, ${tagCount} tags, share ${share}, ${(milliseconds / SEEDS.length).toFixed(0)} ms: ${THRESHOLDS.map(
        (least, index) => {
          const { planted, found, suggested } = sums[index];
          return `≥${least}: precision ${suggested === 0 ? '–' : (found / suggested).toFixed(2)} recall ${(found / planted).toFixed(2)}`;
        },
      ).join('; ')}`,
    );
  }
}
