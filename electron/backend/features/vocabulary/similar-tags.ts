import { wordsOf } from '#shared/algorithms/retrieval/words/tokens.ts';
import { type SuggestedPair, suggestPairs } from '#shared/algorithms/vocabulary/suggest-pairs.ts';
import type { SimilarPair } from '#shared/contract/vocabulary.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import type { TagRow, Vocabulary } from '../../store/tags/tag-table.ts';
import type { RunRounds, StandingTags } from '../../store/tags/vocabulary-rows.ts';

/** The most pairs that anybody looks at. */
const MOST_PAIRS = 100;

/** The number of example turns for each tag. */
const EXAMPLES = 3;

/** Current tags that may mean the same, most likely pairs first. Archived tags are not compared. */
export function similarTags(
  tags: readonly TagRow[],
  { canonical }: Vocabulary,
  rounds: RunRounds,
  standing: StandingTags,
  textOf: (round: RoundId) => string,
): Omit<SimilarPair, 'dismissed'>[] {
  const counts = new Map<TagId, number>();
  for (const tag of standing.tags) counts.set(tag as TagId, (counts.get(tag as TagId) ?? 0) + 1);
  const compared = tags.filter(
    ({ id, kept, archived }) => canonical(id) === id && !archived && (kept || counts.has(id)),
  );
  const indexOf = new Map(compared.map(({ id }, index) => [id as number, index]));
  const textAt = (round: number): string => textOf(rounds.roundIds[round] as RoundId);
  const pairs = suggestPairs(
    compared.map(({ name }) => name),
    {
      ...withoutOthers(standing, indexOf),
      tagCount: compared.length,
      roles: rounds.roles,
      roundOffsets: dialogueStarts(rounds),
    },
    (round) => wordsOf(textAt(round)),
  ).slice(0, MOST_PAIRS);
  const examples = firstRounds(
    standing,
    new Set(pairs.flatMap(({ left, right }) => [compared[left]!.id, compared[right]!.id])),
  );
  const examplesOf = ({ id }: TagRow): string[] => (examples.get(id) ?? []).map(textAt);
  const roundsOf = ({ id }: TagRow): number => counts.get(id) ?? 0;
  return pairs.map((pair) => {
    // The more frequent one first, since it is more likely to stay.
    const [one, other] = [compared[pair.left]!, compared[pair.right]!];
    const [left, right] = roundsOf(other) > roundsOf(one) ? [other, one] : [one, other];
    return {
      left: left.id,
      right: right.id,
      leftName: left.name,
      rightName: right.name,
      leftRounds: roundsOf(left),
      rightRounds: roundsOf(right),
      leftExamples: examplesOf(left),
      rightExamples: examplesOf(right),
      together: pair.together,
      spelling: pair.spelling?.similarity ?? null,
      context: pair.context,
      words: pair.words,
      score: pair.score,
      reason: reasonFor(pair),
    };
  });
}

const SPELLING_WORDS = {
  form: 'The same words, written in another way.',
  order: 'The same words in another order.',
  letters: 'The names differ by a slip.',
} as const;

function reasonFor({ spelling, context }: SuggestedPair): string {
  const reasons: string[] = [];
  if (spelling) reasons.push(SPELLING_WORDS[spelling.kind]);
  if (context !== null) reasons.push('What comes before, after and beside them is alike.');
  return reasons.join(' ');
}

/** Returns the first turns of some tags, by their index. */
function firstRounds({ tagOffsets, tags }: StandingTags, wanted: ReadonlySet<number>): Map<number, number[]> {
  const found = new Map<number, number[]>(Array.from(wanted, (tag) => [tag, []]));
  for (let round = 0; round + 1 < tagOffsets.length; round++) {
    for (let at = tagOffsets[round]!; at < tagOffsets[round + 1]!; at++) {
      const own = found.get(tags[at]!);
      if (own && own.length < EXAMPLES) own.push(round);
    }
  }
  return found;
}

/** Tags by their index among those compared; the others are left out. */
function withoutOthers(
  { tagOffsets, tags }: StandingTags,
  indexOf: ReadonlyMap<number, number>,
): StandingTags {
  const offsets = new Int32Array(tagOffsets.length);
  const kept = new Int32Array(tags.length);
  let count = 0;
  for (let round = 0; round + 1 < tagOffsets.length; round++) {
    for (let at = tagOffsets[round]!; at < tagOffsets[round + 1]!; at++) {
      const index = indexOf.get(tags[at]!);
      if (index !== undefined) kept[count++] = index;
    }
    offsets[round + 1] = count;
  }
  return { tagOffsets: offsets, tags: kept.subarray(0, count) };
}

/** Returns the index of each dialogue's first turn, and the end of the last dialogue. */
function dialogueStarts({ dialogueIds }: RunRounds): Int32Array {
  const starts: number[] = [];
  for (let round = 0; round < dialogueIds.length; round++) {
    if (round === 0 || dialogueIds[round] !== dialogueIds[round - 1]) starts.push(round);
  }
  return Int32Array.from([...starts, dialogueIds.length]);
}
