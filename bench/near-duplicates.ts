/**
 * How many tags that were divided in two at random are found again, and how many other pairs are suggested with them.
 *
 *     npx node bench/near-duplicates.ts [corpus …]
 *
 * Of the annotated corpora at DIALOGRAM_DATA: 20 tags with 50 rounds or more are chosen by a seed; each of their rounds
 * carries the tag under another name with the given share. Names say nothing, so that only the surroundings tell. Five
 * seeds, summed. A suggestion that was not planted counts as wrong, though two acts of a corpus may well be one.
 */
import { createRandom } from '../shared/algorithms/random/random.ts';
import { SUGGEST_OPTIONS, suggestPairs } from '../shared/algorithms/vocabulary/suggest-pairs.ts';
import type { TagSequences } from '../shared/algorithms/vocabulary/tag-contexts.ts';
import { ROLES } from '../shared/domain/dialogue.ts';
import type { TaggedDialogue } from '../shared/domain/symbols.ts';
import { missingCorpus, readAnnotatedDialogues } from '../tests/fixtures/annotated-corpora.ts';

const PLANTED = 20;
const LEAST_ROUNDS = 50;
const SEEDS = [1, 2, 3, 4, 5];
const THRESHOLDS = [0.8, 0.85, 0.9, 0.95, 0.98];

interface Divided {
  readonly sequences: TagSequences;
  /** The other half of a divided tag. */
  readonly twinOf: ReadonlyMap<number, number>;
}

function divide(dialogues: readonly TaggedDialogue[], share: number, seed: number): Divided {
  const random = createRandom(seed);
  const counts = new Map<string, number>();
  for (const { rounds } of dialogues)
    for (const { tags } of rounds)
      for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const names = [...counts.keys()].sort();
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const frequent = names.filter((name) => (counts.get(name) ?? 0) >= LEAST_ROUNDS);
  const twinOf = new Map<number, number>();
  while (twinOf.size < Math.min(PLANTED, frequent.length)) {
    const tag = indexOf.get(frequent[random.integer(frequent.length)]) as number;
    if (!twinOf.has(tag)) twinOf.set(tag, names.length + twinOf.size);
  }
  const roundOffsets = [0];
  const tagOffsets = [0];
  const tags: number[] = [];
  const roles: number[] = [];
  for (const { rounds } of dialogues) {
    for (const round of rounds) {
      for (const name of new Set(round.tags)) {
        const tag = indexOf.get(name) as number;
        const twin = twinOf.get(tag);
        tags.push(twin !== undefined && random.next() < share ? twin : tag);
      }
      roles.push(ROLES.indexOf(round.role));
      tagOffsets.push(tags.length);
    }
    roundOffsets.push(roles.length);
  }
  return {
    twinOf,
    sequences: {
      tagCount: names.length + twinOf.size,
      roundOffsets: Int32Array.from(roundOffsets),
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
      const { sequences, twinOf } = divide(dialogues, share, seed);
      tagCount = sequences.tagCount;
      const names = Array.from({ length: sequences.tagCount }, (_, tag) => `${tag}`);
      const started = performance.now();
      const pairs = suggestPairs(names, sequences, { ...SUGGEST_OPTIONS, leastContext: THRESHOLDS[0] });
      milliseconds += performance.now() - started;
      THRESHOLDS.forEach((least, index) => {
        const suggested = pairs.filter(({ context }) => context !== null && context >= least);
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
