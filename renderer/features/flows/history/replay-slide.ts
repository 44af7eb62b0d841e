import { nodeName, spokenLabel } from '#shared/algorithms/flows/edit-flow.ts';
import { replayByNode } from '#shared/algorithms/flows/following/replay-flow.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import { MOST_LIT } from '#shared/contract/stories.ts';
import { formatAmount, formatPart, formatShare } from '#shared/domain/figure-text.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import type { SlideFinding } from '../../story/index.ts';

const spokenName = (flow: Flow, id: string): string => {
  const node = flow.nodes.find((one) => one.id === id);
  return node ? nodeName(node) : spokenLabel(id);
};

type Graph = Pick<AutomatonGraph, 'symbols' | 'transitions'>;

/** A slide on how past dialogues follow the flow; null if there are too few to share. */
export function replaySlide(flow: Flow, replay: FlowReplay, graph: Graph | null): SlideFinding | null {
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
    lit: { states: where === '' ? [] : statesAt(most![0], replay, graph), transitions: [] },
  };
}

/** Returns the states of the graph that agents enter with the tags of a node. */
function statesAt(node: string, { steps }: FlowReplay, graph: Graph | null): number[] {
  if (graph === null) return [];
  const labels = new Set(steps.filter((step) => step.node === node).map(({ label }) => label));
  const { symbol, to } = graph.transitions;
  const entered = [...to].filter((_, at) => {
    const own = graph.symbols[symbol[at] ?? -1];
    return own?.role === 'system' && labels.has(own.tag);
  });
  return [...new Set(entered)].slice(0, MOST_LIT);
}
