import { wordsOf } from '../../retrieval/words/tokens.ts';
import { createSubjectScores } from '../../simulation/talk-memory.ts';

export interface FlowWords {
  readonly flow: string;
  /** The text of all customer turns, one entry per dialogue. */
  readonly dialogues: readonly string[];
  readonly own: string;
}

const MOST_LIKE = 5;
/** A word tells a flow if its name or enough of its texts have it, and its share is this many times that of others. */
const LEAST_TEXTS = { most: 2, share: 0.1 } as const;
const TELLING_LIFT = 3;
/** A turn fits a flow if at least this share of its words tell the flow, weighted by rarity. */
const LEAST_TELLING = 0.1;

/**
 * Returns a function that chooses the flow whose most similar dialogues match the customer's turns best on average
 * (BM25). Null if no turn has enough words that tell this flow from the others. O(words) per turn.
 */
export function createFlowChooser(
  flows: readonly FlowWords[],
): (customer: readonly string[]) => string | null {
  const rows = flows.flatMap(({ flow, dialogues, own }) =>
    [own, ...dialogues].map((text) => ({ flow, text })),
  );
  const scoresOf = createSubjectScores(rows.map(({ text }) => [{ text }]));
  const tells = createTelling(flows);
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
      const likest = values.sort((a, b) => b - a).slice(0, MOST_LIKE);
      const mean = likest.reduce((sum, value) => sum + value, 0) / likest.length;
      if (mean > most) [best, most] = [flow, mean];
    }
    const chosen = best;
    if (chosen === null || !customer.some((text) => tells(chosen, text) >= LEAST_TELLING)) return null;
    return chosen;
  };
}

/** Returns the share of a text's words that tell a flow from the others, 0 … 1. Unknown words weigh most. */
function createTelling(flows: readonly FlowWords[]): (flow: string, text: string) => number {
  const all = flows.reduce((sum, { dialogues }) => sum + dialogues.length + 1, 0);
  const having = new Map<string, number>();
  const shares = flows.map(({ flow, dialogues, own }) => {
    const counts = new Map<string, number>();
    for (const text of [own, ...dialogues])
      for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) having.set(word, (having.get(word) ?? 0) + count);
    const named = new Set(wordsOf(own));
    const least = Math.min(LEAST_TEXTS.most, Math.ceil(LEAST_TEXTS.share * dialogues.length));
    const isKnown = (word: string): boolean => named.has(word) || (counts.get(word) ?? 0) >= least;
    return { flow, isKnown, shareOf: (word: string) => (counts.get(word) ?? 0) / (dialogues.length + 1) };
  });
  const isTelling = (flow: string, word: string): boolean => {
    let [here, elsewhere] = [0, 0];
    for (const { flow: other, shareOf, isKnown } of shares) {
      if (other === flow) here = isKnown(word) ? shareOf(word) : 0;
      else elsewhere += shareOf(word) / Math.max(1, flows.length - 1);
    }
    return here > 0 && here >= TELLING_LIFT * elsewhere;
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
