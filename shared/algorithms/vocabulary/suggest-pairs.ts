import { type SpellingMatch, spell, spellingMatch } from './spelling.ts';
import {
  contextSimilarity,
  countContexts,
  pool,
  type TagContexts,
  type TagSequences,
} from './tag-contexts.ts';

const MOST_TURNS = 200;

interface TagWords {
  /** By tag: word frequency times inverse document frequency, scaled to length 1. */
  readonly vectors: readonly ReadonlyMap<string, number>[];
}

/** Counts the words of up to 200 turns per tag, spread evenly. `wordsAt` is called at most once per turn. */
function countWords(
  { tagCount, tagOffsets, tags }: TagSequences,
  wordsAt: (turn: number) => readonly string[],
): TagWords {
  const turns = new Int32Array(tagCount);
  for (const tag of tags) turns[tag]++;
  const seen = new Int32Array(tagCount);
  const tallies = Array.from({ length: tagCount }, () => new Map<string, number>());
  const turnsWith = new Map<string, number>();
  let read = 0;
  for (let turn = 0; turn + 1 < tagOffsets.length; turn++) {
    const sampled = tags.subarray(tagOffsets[turn], tagOffsets[turn + 1]).filter((tag) => {
      const apart = Math.ceil(turns[tag] / MOST_TURNS);
      return seen[tag]++ % apart === 0;
    });
    if (sampled.length === 0) continue;
    read++;
    for (const word of new Set(wordsAt(turn))) {
      add(turnsWith, word);
      for (const tag of sampled) add(tallies[tag], word);
    }
  }
  return {
    vectors: tallies.map((tally) => {
      const weights = Array.from(
        tally,
        ([word, count]) => [word, count * Math.log(read / (turnsWith.get(word) as number))] as const,
      );
      const length = Math.hypot(...weights.map(([, weight]) => weight));
      return new Map(weights.map(([word, weight]) => [word, length === 0 ? 0 : weight / length]));
    }),
  };
}

function add(tally: Map<string, number>, word: string): void {
  tally.set(word, (tally.get(word) ?? 0) + 1);
}

/** Returns the cosine of the words used with two tags; 0 … 1. With few turns it is low. */
function wordSimilarity({ vectors }: TagWords, left: number, right: number): number {
  const [fewer, more] = [vectors[left], vectors[right]].sort((a, b) => a.size - b.size);
  let sum = 0;
  for (const [word, weight] of fewer) sum += weight * (more.get(word) ?? 0);
  return Math.min(1, sum);
}

interface SuggestOptions {
  readonly leastTurns: number;
  readonly leastContext: number;
  /** Relative to the difference of the two tags from the surroundings of all tags of the role. */
  readonly mostOfBackground: number;
  /** Names with the same words need none. A rarer tag with n turns needs only n / (n + `halfHeard`) of it. */
  readonly leastWords: number;
  readonly halfHeard: number;
  /** The largest share of the rarer tag's turns with both tags. Two tags on one turn usually mean two things. */
  readonly mostTogether: number;
  readonly mostTags: number;
}

export const SUGGEST_OPTIONS: SuggestOptions = {
  leastTurns: 20,
  leastContext: 0.9,
  mostOfBackground: 0.3,
  leastWords: 0.8,
  halfHeard: 5,
  mostTogether: 0.02,
  mostTags: 1500,
};

export interface SuggestedPair {
  readonly left: number;
  readonly right: number;
  readonly together: number;
  readonly spelling: SpellingMatch | null;
  /** 0 … 1; null if their surroundings are not similar enough, or one is too rare. */
  readonly context: number | null;
  readonly words: number;
  /** Confidence, 0 … 1: 1 − (1 − mean of spelling and `words`) · (1 − smaller of `context` and `words`). */
  readonly score: number;
}

/** Names with a typo, or similar surroundings and words. By score, ties by index. `names` are by tag. */
export function suggestPairs(
  names: readonly string[],
  sequences: TagSequences,
  wordsAt: (turn: number) => readonly string[],
  options: SuggestOptions = SUGGEST_OPTIONS,
): SuggestedPair[] {
  const contexts = countContexts(sequences);
  const said = countWords(sequences, wordsAt);
  const spelled = names.map(spell);
  const pairs: SuggestedPair[] = [];
  const peculiarity = peculiarities(contexts);
  const compared = comparedByContext(contexts, options);
  const togetherOf = (left: number, right: number): number =>
    contexts.together.get(left * names.length + right) ?? 0;
  for (let left = 0; left < names.length; left++) {
    for (let right = left + 1; right < names.length; right++) {
      const together = togetherOf(left, right);
      const rarer = Math.min(contexts.turns[left], contexts.turns[right]);
      if (together > options.mostTogether * rarer) continue;
      const spelling = spellingMatch(spelled[left], spelled[right]);
      let context: number | null = null;
      if (compared[left] === 1 && compared[right] === 1) {
        const similarity = surroundings(contexts, left, right, options.leastContext);
        const told = options.mostOfBackground * Math.min(peculiarity[left], peculiarity[right]);
        if (similarity >= options.leastContext && 1 - similarity <= told) context = similarity;
      }
      if (spelling === null && context === null) continue;
      const words = wordSimilarity(said, left, right);
      const isSameName = spelling !== null && spelling.kind !== 'letters';
      if (!isSameName && words < (options.leastWords * rarer) / (rarer + options.halfHeard)) continue;
      const byName = spelling === null ? 0 : (spelling.similarity + words) / 2;
      const bySurroundings = context === null ? 0 : Math.min(context, words);
      const score = 1 - (1 - byName) * (1 - bySurroundings);
      pairs.push({ left, right, together, spelling, context, words, score });
    }
  }
  return pairs.sort((a, b) => b.score - a.score || a.left - b.left || a.right - b.right);
}

function comparedByContext({ turns }: TagContexts, options: SuggestOptions): Uint8Array {
  const compared = new Uint8Array(turns.length);
  Array.from(turns, (count, tag) => ({ count, tag }))
    .filter(({ count }) => count >= options.leastTurns)
    .sort((a, b) => b.count - a.count || a.tag - b.tag)
    .slice(0, options.mostTags)
    .forEach(({ tag }) => {
      compared[tag] = 1;
    });
  return compared;
}

function peculiarities(contexts: TagContexts): Float64Array {
  const [system, user] = contexts.byRole;
  const roleOf = (tag: number): number => (user[tag] > system[tag] ? 1 : 0);
  const backgrounds = [0, 1].map((role) =>
    SIDES.map((side) => pool(contexts[side].filter((_, tag) => roleOf(tag) === role))),
  );
  return Float64Array.from(contexts.turns, (_, tag) => {
    const similarities = SIDES.map((side, index) =>
      contextSimilarity(contexts[side][tag], backgrounds[roleOf(tag)][index]),
    );
    return 1 - Math.min(...similarities);
  });
}

const SIDES = ['after', 'before', 'beside'] as const;

/** Returns the similarity of the least similar of the three sides. One different side tells two tags apart. */
function surroundings(contexts: TagContexts, left: number, right: number, least: number): number {
  const [systemTurns, userTurns] = contexts.byRole;
  const bothSystem = systemTurns[left] > 0 && systemTurns[right] > 0;
  const bothUser = userTurns[left] > 0 && userTurns[right] > 0;
  if (!bothSystem && !bothUser) return 0;
  let similarity = 1;
  for (const side of SIDES) {
    similarity = Math.min(similarity, contextSimilarity(contexts[side][left], contexts[side][right]));
    if (similarity < least) break;
  }
  return similarity;
}
