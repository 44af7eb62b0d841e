import { nodeName, spokenLabel } from '#shared/algorithms/flows/edit-flow.ts';
import { replayByNode } from '#shared/algorithms/flows/following/replay-flow.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import { formatAmount, formatPart, formatShare } from '#shared/domain/figure-text.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import type { SlideFinding } from '../../story/index.ts';

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
