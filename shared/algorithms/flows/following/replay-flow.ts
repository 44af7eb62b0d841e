import {
  formatAmount,
  formatCount,
  formatShare,
  intervalWords,
  tooFew,
} from '../../../domain/figure-text.ts';
import type { Flow, FlowEdge } from '../../../domain/flow.ts';
import { wilsonInterval } from '../../agreement/wilson.ts';
import { nodeName, spokenLabel } from '../edit-flow.ts';
import type { FlowTurn, TrackedFlow } from './track-flows.ts';
import { trackFlows } from './track-flows.ts';

export interface ReplayedDialogue {
  readonly id: string;
  readonly turns: readonly FlowTurn[];
}

export interface ReplayedStep {
  readonly node: string;
  readonly label: string;
  readonly predicted: number;
  readonly followed: number;
  readonly leftBy: number;
  readonly instead: { label: string | null; count: number }[];
  readonly examples: { dialogueId: string; turn: number }[];
}

export interface FlowReplayFigures {
  readonly dialogues: number;
  readonly turns: number;
  readonly labelled: number;
  readonly followed: number;
  readonly whole: number;
  /** The number of turns at which the flow would have done the same, by dialogue. */
  readonly followedIn: readonly number[];
  readonly steps: ReplayedStep[];
  /** Edges from one step to the next, across function calls in between, and the number of dialogues that take them. */
  readonly edges: { source: string; target: string; dialogues: number }[];
}

const EXAMPLES = 20;
const INSTEAD = 5;

/** Compares dialogues with a flow: where, how often and for what people left it. O(turns) */
export function replayFlow(flow: TrackedFlow, dialogues: Iterable<ReplayedDialogue>): FlowReplayFigures {
  interface StepCount {
    node: string;
    label: string;
    predicted: number;
    followed: number;
    left: Set<string>;
    instead: Map<string | null, number>;
    examples: { dialogueId: string; turn: number }[];
  }
  const steps = new Map<string, StepCount>();
  const gone = new Map<string, { source: string; target: string; by: Set<string> }>();
  const followedIn: number[] = [];
  const sums = { dialogues: 0, turns: 0, labelled: 0, followed: 0, whole: 0 };
  for (const { id, turns } of dialogues) {
    sums.dialogues++;
    sums.turns += turns.length;
    let [labelled, missed] = [0, 0];
    const before = sums.followed;
    let at: string | null = null;
    for (const { turn, reply } of trackFlows([flow], turns)) {
      const { label } = turns[turn]!;
      if (label !== null) {
        labelled++;
        const step = flow.steps.get(label);
        const here: string | null = step && 'node' in step ? step.node : null;
        for (const { source, target } of at === null || here === null ? [] : edgesBetween(flow, at, here)) {
          const key = `${source}\n${target}`;
          const edge = gone.get(key) ?? { source, target, by: new Set() };
          gone.set(key, edge);
          edge.by.add(id);
        }
        at = here ?? at;
      }
      if (reply === null || label === null) continue;
      const node = reply.node ?? reply.label;
      const key = `${node}\n${reply.label}`;
      let step = steps.get(key);
      if (!step) {
        step = {
          node,
          label: reply.label,
          predicted: 0,
          followed: 0,
          left: new Set(),
          instead: new Map(),
          examples: [],
        };
        steps.set(key, step);
      }
      step.predicted++;
      if (label === reply.label) {
        step.followed++;
        sums.followed++;
        continue;
      }
      missed++;
      step.left.add(id);
      step.instead.set(label, (step.instead.get(label) ?? 0) + 1);
      if (step.examples.length < EXAMPLES) step.examples.push({ dialogueId: id, turn });
    }
    sums.labelled += labelled;
    followedIn.push(sums.followed - before);
    if (labelled > 0 && missed === 0) sums.whole++;
  }
  return {
    ...sums,
    followedIn,
    edges: [...gone.values()].map(({ by, ...edge }) => ({ ...edge, dialogues: by.size })),
    steps: [...steps.values()]
      .map(({ left, instead, ...step }) => ({
        ...step,
        leftBy: left.size,
        instead: [...instead]
          .map(([label, count]) => ({ label, count }))
          .sort((a, b) => b.count - a.count || ((a.label ?? '') < (b.label ?? '') ? -1 : 1))
          .slice(0, INSTEAD),
      }))
      .sort((a, b) => b.leftBy - a.leftBy || (a.label < b.label ? -1 : 1)),
  };
}

function edgesBetween({ graph }: TrackedFlow, from: string, to: string): readonly FlowEdge[] {
  const paths = new Map<string, readonly FlowEdge[]>([[from, []]]);
  for (const [here, path] of paths) {
    for (const edge of graph.out(here)) {
      if (edge.target === to) return [...path, edge];
      const isCall = graph.nodes.get(edge.target)?.type === 'external_action';
      if (isCall && !paths.has(edge.target)) paths.set(edge.target, [...path, edge]);
    }
  }
  return [];
}

export interface NodeReplay {
  readonly predicted: number;
  readonly left: number;
  readonly leftBy: number;
}

export function replayByNode({ steps }: Pick<ToldReplay, 'steps'>): ReadonlyMap<string, NodeReplay> {
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

type ReplayedShare = Pick<ReplayedStep, 'node' | 'label' | 'predicted' | 'followed'>;

/** A replay with the figures of an earlier version of the flow, if there is one. */
interface ToldReplay extends Pick<FlowReplayFigures, 'dialogues' | 'labelled' | 'followed' | 'whole'> {
  readonly steps: readonly (ReplayedShare & Pick<ReplayedStep, 'leftBy' | 'instead'>)[];
  readonly before:
    | (Pick<FlowReplayFigures, 'followed' | 'whole'> & {
        readonly steps: readonly ReplayedShare[];
        readonly better: number;
        readonly worse: number;
      })
    | null;
}

export function describeReplay(flow: Flow, replay: ToldReplay): string {
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

export function describeChange({ dialogues, labelled, followed, whole, before }: ToldReplay): string | null {
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

/** Describes each step at which dialogues deviate: how often it was expected and done, and what agents did instead. */
export const describeDeviations = (flow: Flow, { steps }: Pick<ToldReplay, 'steps'>): string[] =>
  steps
    .filter(({ leftBy }) => leftBy > 0)
    .map(({ node, label, predicted, followed, leftBy, instead }) => {
      const name = replayedName(flow, node);
      const step = name.endsWith(spokenLabel(label)) ? name : `${name}, ${spokenLabel(label)}`;
      const others = instead.map((other) => `${describeInstead(other.label)} (${formatCount(other.count)})`);
      return `${step}: expected ${formatAmount(predicted, 'time')}, done ${formatShare(followed / predicted)} of the time. ${formatAmount(leftBy, 'dialogue')} ${leftBy === 1 ? 'deviates' : 'deviate'}. Agents did instead: ${others.join(', ')}.`;
    });

export const describeInstead = (label: string | null): string =>
  label === null ? 'an untagged turn' : spokenLabel(label);

interface NodeChange {
  readonly node: string;
  /** The share before, 0 … 1; null if the node was never due. */
  readonly before: number | null;
  readonly now: number | null;
  readonly more: number;
}

export function changedNodes({ steps, before }: ToldReplay): NodeChange[] {
  const sum = (of: readonly ReplayedShare[], node: string) => {
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
