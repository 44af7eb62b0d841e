import { wordsOf } from '../../retrieval/words/tokens.ts';
import { createSubjectScores } from '../../simulation/talk-memory.ts';

export interface FlowWords {
  readonly flow: string;
  /** The text of all customer turns, one entry per dialogue. */
  readonly dialogues: readonly string[];
  readonly own: string;
}

/** A word counts for a flow if its name or enough of its texts have it. */
const LEAST_TEXTS = { most: 2, share: 0.1 } as const;
/** A word tells a flow if its share is `lift` times that of others; a turn fits with a share of `telling` such words. */
export const ROUTER = { mostLike: 5, lift: 3, telling: 0.1, tie: 1e-4 } as const;

interface FlowTexts {
  readonly flow: string;
  /** The counted words of its name and of each dialogue, in alphabetical order. */
  readonly texts: readonly (readonly string[])[];
}

/** Returns what the choice depends on. Compiled flows contain it, so rare words such as names are left out. */
export function textsOf(flows: readonly FlowWords[]): readonly FlowTexts[] {
  return flows.map(({ flow, own, dialogues }) => {
    const texts = [own, ...dialogues].map(wordsOf);
    const counts = countTexts(texts);
    const named = new Set(texts[0]);
    const least = Math.min(LEAST_TEXTS.most, Math.ceil(LEAST_TEXTS.share * dialogues.length));
    const isKnown = (word: string): boolean => named.has(word) || (counts.get(word) ?? 0) >= least;
    return { flow, texts: texts.map((words) => words.filter(isKnown).sort()) };
  });
}

function countTexts(texts: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Returns a function that chooses the flow whose most similar dialogues match the customer's turns best on average
 * (BM25). Null if no turn has enough words that tell this flow from the others. O(words) per turn. Does the same as
 * `chosen` in the Python of compiled flows.
 */
export function createFlowChooser(
  flows: readonly FlowWords[],
): (customer: readonly string[]) => string | null {
  const known = textsOf(flows);
  const rows = known.flatMap(({ flow, texts }) => texts.map((words) => ({ flow, text: words.join(' ') })));
  const scoresOf = createSubjectScores(rows.map(({ text }) => [{ text }]));
  const tells = createTelling(known);
  return (customer) => {
    const scores = scoresOf(customer);
    const likeness = new Map<string, number[]>();
    for (const [at, { flow }] of rows.entries()) {
      const own = likeness.get(flow) ?? [];
      likeness.set(flow, own);
      own.push(scores[at]!);
    }
    let best: string | null = null;
    let most = 0;
    for (const [flow, values] of likeness) {
      const likest = values.sort((a, b) => b - a).slice(0, ROUTER.mostLike);
      const mean = likest.reduce((sum, value) => sum + value, 0) / likest.length;
      if (mean > most + ROUTER.tie) [best, most] = [flow, mean];
    }
    const chosen = best;
    if (chosen === null || !customer.some((text) => tells(chosen, text) >= ROUTER.telling)) return null;
    return chosen;
  };
}

/** Returns the share of a text's words that tell a flow from the others, 0 … 1. Unknown words weigh most. */
function createTelling(flows: readonly FlowTexts[]): (flow: string, text: string) => number {
  const all = flows.reduce((sum, { texts }) => sum + texts.length, 0);
  const having = new Map<string, number>();
  const shares = flows.map(({ flow, texts }) => {
    const counts = countTexts(texts);
    for (const [word, count] of counts) having.set(word, (having.get(word) ?? 0) + count);
    return { flow, shareOf: (word: string) => (counts.get(word) ?? 0) / texts.length };
  });
  const isTelling = (flow: string, word: string): boolean => {
    let [here, elsewhere] = [0, 0];
    for (const { flow: other, shareOf } of shares) {
      if (other === flow) here = shareOf(word);
      else elsewhere += shareOf(word) / Math.max(1, flows.length - 1);
    }
    return here > 0 && here >= ROUTER.lift * elsewhere;
  };
  return (flow, text) => {
    let [telling, total] = [0, 0];
    for (const word of new Set(wordsOf(text))) {
      const weight = Math.log(1 + (all + 0.5) / ((having.get(word) ?? 0) + 0.5));
      total += weight;
      if (isTelling(flow, word)) telling += weight;
    }
    return total === 0 ? 0 : telling / total;
  };
}
