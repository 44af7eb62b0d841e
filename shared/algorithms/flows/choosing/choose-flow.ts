import { createSubjectScores } from '../../simulation/talk-memory.ts';

/** A flow, and what customers write in the dialogues that it is for. */
export interface FlowWords {
  readonly flow: string;
  /** By dialogue, all that its customer writes. */
  readonly dialogues: readonly string[];
  /** The flow's own words: its name and description. */
  readonly own: string;
}

/** A flow's dialogues that count: those most like the conversation. */
const MOST_LIKE = 5;

/**
 * Returns what chooses a flow for a conversation by the customer's turns: the flow whose most similar dialogues are most
 * like it (BM25), in the mean. Null if no flow shares a word with it. O(words) for each turn
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
