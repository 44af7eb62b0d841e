import { replyOf } from '#shared/algorithms/flows/following/predict-reply.ts';
import { type Moment, sayReply, type TrackedFlow } from '#shared/algorithms/flows/following/track-flows.ts';

export type LearnedWordings = ReadonlyMap<string, { readonly text: string; readonly share: number }>;

const keyOf = (flow: TrackedFlow | null, label: string): string => `${flow?.graph.flow.name ?? ''}\n${label}`;

/** The most common wording of every label, per flow and over all flows; ties go to the first by code unit. */
export function learnWordings(
  said: Iterable<{ readonly flow: TrackedFlow | null; readonly label: string; readonly text: string }>,
): LearnedWordings {
  const counts = new Map<string, Map<string, number>>();
  for (const { flow, label, text } of said) {
    for (const key of new Set([keyOf(flow, label), keyOf(null, label)])) {
      const own = counts.get(key) ?? new Map<string, number>();
      own.set(text, (own.get(text) ?? 0) + 1);
      counts.set(key, own);
    }
  }
  return new Map(
    [...counts].map(([key, own]) => {
      const [text = '', count = 0] = [...own].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [];
      return [key, { text, share: count / [...own.values()].reduce((sum, one) => sum + one, 0) }];
    }),
  );
}

export function wordLabel(label: string, moment: Moment, wordings: LearnedWordings): string | null {
  const { flow, follower, given, reply, answer } = moment;
  const learned = wordings.get(keyOf(flow, label)) ?? wordings.get(keyOf(null, label));
  if (learned && learned.share >= 0.5) return learned.text;
  if (reply?.label === label) return answer;
  const step = flow?.steps.get(label);
  if (flow && follower && step) {
    const said =
      'action' in step
        ? { message: step.action.message, node: null }
        : replyOf(flow.graph, step.node, step.kind === 'ask' ? step.slot : null);
    if (said) return sayReply(flow.graph, said, follower, given);
  }
  return learned?.text ?? null;
}
