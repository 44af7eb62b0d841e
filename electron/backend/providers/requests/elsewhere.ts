import type { ChatAnswer } from '../model/model.ts';
import type { Asker } from './ask.ts';
import type { Ledger, Question } from './ledger.ts';

/** Thrown for a prompt whose answer from outside is still missing. Callers continue with other prompts. */
export class WaitsElsewhere extends Error {
  constructor() {
    super('The run is waiting for answers from elsewhere. Export the prompts, then import the answers.');
    this.name = 'WaitsElsewhere';
  }
}

/** The prompts of a run that are answered outside the app: those with an answer and those that wait. */
export interface Elsewhere {
  /** Returns the imported answer to a prompt; null if there is none. */
  answerOf(hash: string): ChatAnswer | null;
  waits(question: Question): void;
}

/** Uses only cached and imported answers. @throws WaitsElsewhere if there is no answer yet */
export const createElsewhereAsker = (ledger: Ledger, elsewhere: Elsewhere): Asker => ({
  async ask(question, watch) {
    const kept = ledger.kept(question);
    if (kept) return { kind: 'answer', answer: kept, cached: true, usage: null };
    const answer = elsewhere.answerOf(question.hash);
    if (answer === null) {
      elsewhere.waits(question);
      throw new WaitsElsewhere();
    }
    const spent = ledger.toldElsewhere(question, answer);
    watch?.onSpent?.(spent);
    const { usage, latencyMs: _, ...said } = answer;
    return { kind: 'answer', answer: said, cached: false, usage };
  },
});

/** Works on all items, even if some of them wait for an answer from outside. In that case, it throws at the end. */
export async function eachInTurn<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let waits: WaitsElsewhere | null = null;
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!(error instanceof WaitsElsewhere)) throw error;
      waits = error;
    }
  }
  if (waits) throw waits;
}
