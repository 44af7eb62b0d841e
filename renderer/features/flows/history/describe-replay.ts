import { wilsonInterval } from '#shared/algorithms/agreement/wilson.ts';
import { nodeName, spokenLabel } from '#shared/algorithms/flows/edit-flow.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import {
  formatAmount,
  formatCount,
  formatPart,
  formatShare,
  intervalWords,
} from '#shared/domain/figure-text.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { tooFew } from '../../../project/use-shown-automaton.ts';
import type { SlideFinding } from '../../story/index.ts';

export interface NodeReplay {
  readonly predicted: number;
  readonly left: number;
  readonly leftBy: number;
}

export function replayByNode({ steps }: FlowReplay): ReadonlyMap<string, NodeReplay> {
  const sums = new Map<string, NodeReplay>();
  for (const { node, predicted, followed, leftBy } of steps) {
    const sum = sums.get(node) ?? { predicted: 0, left: 0, leftBy: 0 };
    sums.set(node, {
      predicted: sum.predicted + predicted,
      left: sum.left + predicted - followed,
      leftBy: sum.leftBy + leftBy,
    });
  }
  return sums;
}

export function describeReplay(flow: Flow, replay: FlowReplay): string {
  const { dialogues, labelled, followed, whole } = replay;
  if (labelled === 0)
    return `No result yet: in ${formatAmount(dialogues, 'dialogue')}, no turn has a tag that the flow uses. Draft the flow from these dialogues, or tag them with the flow's moves.`;
  const { low, high } = wilsonInterval(whole, dialogues);
  const sure = intervalWords({ lower: low, upper: high }, { share: true });
  const [most] = [...replayByNode(replay)].sort((a, b) => b[1].leftBy - a[1].leftBy);
  return [
    `The flow correctly predicts ${formatShare(followed / labelled)} of the ${formatAmount(labelled, 'turn')} that have one of its tags. ${formatCount(whole)} of ${formatAmount(dialogues, 'dialogue')} follow it from start to end (${formatShare(whole / dialogues)}; ${sure}).`,
    most && most[1].leftBy > 0
      ? `Dialogues deviate most often at “${replayedName(flow, most[0])}” (${formatAmount(most[1].leftBy, 'dialogue')}).`
      : '',
    ...tooFew(dialogues, 'dialogues'),
  ]
    .filter(Boolean)
    .join(' ');
}

export function describeChange({ dialogues, labelled, followed, whole, before }: FlowReplay): string | null {
  if (before === null || labelled === 0) return null;
  const more = followed - before.followed;
  const shares =
    more === 0
      ? `The flow still predicts ${formatShare(followed / labelled)} of the turns.`
      : `The flow now predicts ${formatShare(followed / labelled)} of the turns instead of ${formatShare(before.followed / labelled)} (${formatAmount(Math.abs(more), more > 0 ? 'more turn' : 'fewer turn', more > 0 ? 'more turns' : 'fewer turns')}).`;
  const dialoguesChanged =
    before.better + before.worse === 0
      ? 'No dialogue follows the flow better or worse than before.'
      : `Of ${formatAmount(dialogues, 'dialogue')}, ${formatCount(before.better)} follow the flow better and ${formatCount(before.worse)} follow it worse.`;
  return [
    shares,
    dialoguesChanged,
    whole === before.whole
      ? `As before, ${formatCount(whole)} dialogues follow the flow from start to end.`
      : `Now ${formatCount(whole)} dialogues follow the flow from start to end, instead of ${formatCount(before.whole)}.`,
  ].join(' ');
}

const spokenName = (flow: Flow, id: string): string => {
  const node = flow.nodes.find((one) => one.id === id);
  return node ? nodeName(node) : spokenLabel(id);
};

/** A slide on how past dialogues follow the flow; null if there are too few to share. */
export function replaySlide(flow: Flow, replay: FlowReplay): SlideFinding | null {
  const { dialogues, labelled, followed, before } = replay;
  if (labelled === 0 || dialogues < LEAST_SHARED) return null;
  const [most] = [...replayByNode(replay)].sort((a, b) => b[1].leftBy - a[1].leftBy);
  const then =
    before === null
      ? ''
      : `, ${formatShare(before.followed / labelled, { rough: true })} before the flow changed`;
  const where =
    most && most[1].leftBy >= LEAST_SHARED
      ? `. Dialogues deviate most often at “${spokenName(flow, most[0])}”: ${formatAmount(most[1].leftBy, 'dialogue')}`
      : '';
  return {
    figure: formatShare(followed / labelled, { rough: true }),
    sentence: [{ text: `of the agents’ turns match the flow “${flow.name}”${then}${where}.` }],
    basis: `${formatPart(followed, labelled, 'turn')} in ${formatAmount(dialogues, 'dialogue')}`,
    lit: { states: [], transitions: [] },
  };
}

export interface NodeChange {
  readonly node: string;
  /** The share before, 0 … 1; null if the node was never due. */
  readonly before: number | null;
  readonly now: number | null;
  readonly more: number;
}

export function changedNodes({ steps, before }: FlowReplay): NodeChange[] {
  const sum = (of: readonly { node: string; predicted: number; followed: number }[], node: string) => {
    const own = of.filter((step) => step.node === node);
    const due = own.reduce((all, { predicted }) => all + predicted, 0);
    const followed = own.reduce((all, step) => all + step.followed, 0);
    return { due, followed, share: due === 0 ? null : followed / due };
  };
  const then = before?.steps ?? [];
  return [...new Set([...steps, ...then].map(({ node }) => node))]
    .map((node) => ({ node, was: sum(then, node), is: sum(steps, node) }))
    .filter(({ was, is }) => was.due !== is.due || was.followed !== is.followed)
    .map(({ node, was, is }) => ({
      node,
      before: was.share,
      now: is.share,
      more: is.followed - was.followed,
    }))
    .sort((a, b) => Math.abs(b.more) - Math.abs(a.more) || (a.node < b.node ? -1 : 1));
}

export const replayedName = (flow: Flow, id: string): string => {
  const node = flow.nodes.find((one) => one.id === id);
  return node ? `${id} ${nodeName(node)}` : spokenLabel(id);
};
