import { createSubjectScores } from '../../simulation/talk-memory.ts';

export interface FlowWords {
  readonly flow: string;
  /** The text of all customer turns, one entry per dialogue. */
  readonly dialogues: readonly string[];
  readonly own: string;
}

const MOST_LIKE = 5;

/**
 * Returns a function that chooses the flow whose most similar dialogues match the customer's turns best on average
 * (BM25). Null if no flow shares a word with these turns. O(words) per turn.
 */
export function createFlowChooser(
  flows: readonly FlowWords[],
): (customer: readonly string[]) => string | null {
  const rows = flows.flatMap(({ flow, dialogues, own }) =>
    [own, ...dialogues].map((text) => ({ flow, text })),
  );
  const scoresOf = createSubjectScores(rows.map(({ text }) => [{ text }]));
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
    return best;
  };
}
