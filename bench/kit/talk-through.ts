import type { DialogramClient } from '../../shared/contract/contract.ts';
import type { Talk } from './talks.ts';

export interface TalkResult {
  readonly title: string;
  readonly turns: readonly TalkedTurn[];
  readonly faults: readonly string[];
}

interface TalkedTurn {
  readonly said: string;
  readonly tags: readonly string[];
  readonly place: string;
  /** Null if the simulator had no fitting answer. */
  readonly answer: string | null;
  readonly answerTags: readonly string[];
  readonly remarks: readonly string[];
}

/** A next tag with a smaller share of the dialogues or answers is unlikely. */
const LIKELY = 0.05;

/** Plays the customer's turns, accepts every offered answer, and does the automatic checks. */
export async function talkThrough(client: DialogramClient, { title, customer }: Talk): Promise<TalkResult> {
  await client.simulator.restart({});
  const turns: TalkedTurn[] = [];
  const faults: string[] = [];
  let before: string | null = null;
  for (const [at, said] of customer.entries()) {
    const number = `turn ${at + 1}`;
    const heard = await client.simulator.say({ role: 'user', text: said });
    const own = heard.turns.at(-1)!;
    const [answer] = heard.answers;
    const remarks = [...heard.offTheMap, ...(heard.examples.remark ? [heard.examples.remark] : [])];
    turns.push({
      said,
      tags: own.tags.map(({ name }) => name),
      place: heard.place?.words ?? '-',
      answer: answer?.text ?? null,
      answerTags: answer?.tags ?? [],
      remarks,
    });
    const followed = heard.path.some(({ turn }) => turn === heard.at - 1);
    if (!followed && remarks.length === 0) faults.push(`${number} is not followed, and nobody says so`);
    if (!followed && own.offTheMap === null) faults.push(`${number} is not followed`);
    if (!answer) {
      if (heard.examples.remark === null) faults.push(`${number} has no answer, and nobody says why`);
      before = null;
      continue;
    }
    if (answer.text === before) faults.push(`${number} gets the answer of the turn before`);
    before = answer.text;
    const taken = await client.simulator.setAnswer({
      from: { dialogue: answer.dialogue, turn: answer.turn, part: answer.part },
    });
    const steps = taken.path.filter(({ turn }) => turn === taken.at - 1);
    const isLikely = steps.some(({ role, tag }) =>
      heard.next.tags.some((next) => next.role === role && next.tag === tag && next.share >= LIKELY),
    );
    // An answer from another state is not a likely next one, and the simulator says so.
    if (!isLikely && heard.examples.remark === null)
      faults.push(`${number} gets an answer that is no likely next one (${answer.tags.join(', ')})`);
  }
  return { title, turns, faults };
}
