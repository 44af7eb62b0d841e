import { wilsonInterval } from '#shared/algorithms/agreement/wilson.ts';
import { nodeName } from '#shared/algorithms/flows/edit-flow.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import { formatAmount, formatCount, formatShare, intervalWords } from '#shared/domain/figure-text.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { tooFew } from '../../../project/use-shown.ts';

/** The number of times a node was due in past dialogues, and was not taken. */
export interface NodeReplay {
  readonly predicted: number;
  readonly left: number;
  /** Number of dialogues that deviated here. */
  readonly leftBy: number;
}

/** Sums the replay's steps by node. A request node has one step per slot. */
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

/** Says how many past turns follow a flow, and at which node dialogues deviate most often. */
export function describeReplay(flow: Flow, replay: FlowReplay): string {
  const { dialogues, labelled, followed, whole } = replay;
  if (labelled === 0)
    return `There is no result: no turn of ${formatAmount(dialogues, 'dialogue')} has a tag that the flow uses. Draft the flow from these dialogues, or tag them with its moves.`;
  const { low, high } = wilsonInterval(whole, dialogues);
  const sure = intervalWords({ lower: low, upper: high }, { share: true });
  const [most] = [...replayByNode(replay)].sort((a, b) => b[1].leftBy - a[1].leftBy);
  return [
    `The flow predicts ${formatShare(followed / labelled)} of ${formatAmount(labelled, 'turn')} with its tags. ${formatCount(whole)} of ${formatAmount(dialogues, 'dialogue')} follow it from start to end (${formatShare(whole / dialogues)}; ${sure}).`,
    most && most[1].leftBy > 0
      ? `They deviate most often at “${replayedName(flow, most[0])}” (${formatAmount(most[1].leftBy, 'dialogue')}).`
      : '',
    ...tooFew(dialogues, 'dialogues'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the name of a replayed node for people: "3 Ask for the address". */
export const replayedName = (flow: Flow, id: string): string => {
  const node = flow.nodes.find((one) => one.id === id);
  return node ? `${id} ${nodeName(node)}` : id;
};
