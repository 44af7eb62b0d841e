import type { FlowEdge } from '../../../domain/flow.ts';
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
