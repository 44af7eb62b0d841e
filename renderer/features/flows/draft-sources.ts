import { formatSetShare } from '#shared/domain/figure-text.ts';
import type { FlowDraft } from '#shared/domain/flow.ts';

/** The fields that say what a dialogue is about. */
export const TASK_FIELD = /^(tasks?|domains?|topic)$/i;
/** Returns the dialogues with a value of such a field, as a draft takes them. */
export const sourceOf = (field: string, value: string): string =>
  field === 'topic' ? `topic = ${JSON.stringify(value)}` : value;

/** Returns a name for a flow of these dialogues: "billing" for the filter topic = "billing". */
export function nameOfSource(where: string): string {
  const [, text, word] = /^\w+ *= *(?:"([^"]+)"|(\w+))$/.exec(where.trim()) ?? [];
  return text ?? word ?? (where.trim() || 'all dialogues');
}

export function freeName(wish: string, flows: readonly { readonly name: string }[]): string {
  const base = wish.slice(0, 100);
  let name = base;
  for (let number = 2; flows.some((flow) => flow.name === name); number++) name = `${base} ${number}`;
  return name;
}

/** Says how much of its dialogues a draft followed; empty for older drafts, which do not know. */
export const followedText = ({ followed }: FlowDraft): string =>
  followed === undefined
    ? ''
    : `The draft follows ${formatSetShare(Math.max(0, followed))} of them beyond chance.`;
