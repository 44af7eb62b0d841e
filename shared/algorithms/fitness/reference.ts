import type { AutomatonStructure } from '../../domain/automaton.ts';
import { ROLES, type Role } from '../../domain/dialogue.ts';
import type { Flow, FlowNode } from '../../domain/flow.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { nodeName } from '../flows/edit-flow.ts';
import { flowGraph } from '../flows/flow-graph.ts';
import type { Activities } from '../variants/variants.ts';

export interface ReferenceStep {
  readonly from: number;
  readonly move: SymbolInfo;
  readonly to: number;
}

export interface Reference {
  readonly states: number;
  readonly steps: readonly ReferenceStep[];
  readonly ends: ReadonlySet<number>;
  readonly roles: ReadonlySet<Role>;
  nameOf(state: number): string | null;
}

const rolesOf = (steps: readonly ReferenceStep[]): ReadonlySet<Role> =>
  new Set(ROLES.filter((role) => steps.some(({ move }) => move.role === role)));

/** Returns an automaton as a reference. If the automaton has no ends, dialogues may end anywhere. */
export function referenceOfAutomaton(automaton: AutomatonStructure): Reference {
  const { symbols, stateCount, transitionOffsets, transitionSymbols, transitionTargets } = automaton;
  const steps: ReferenceStep[] = [];
  for (let from = 0; from < stateCount; from++)
    for (let at = transitionOffsets[from]; at < transitionOffsets[from + 1]; at++)
      steps.push({ from, move: symbols[transitionSymbols[at]], to: transitionTargets[at] });
  const states = Array.from({ length: stateCount }, (_, state) => state);
  const ending = states.filter((state) => automaton.ends[state] > 0);
  return {
    states: stateCount,
    steps,
    ends: new Set(ending.length > 0 ? ending : states),
    roles: rolesOf(steps),
    nameOf: (state) => (state === 0 ? 'the start' : `state ${state}`),
  };
}

/**
 * Returns a flow as a reference. A request asks for missing slots in any order;
 * global and fallback actions may come anywhere. A dialogue may end where no edge continues.
 */
export function referenceOfFlow(flow: Flow): Reference {
  const graph = flowGraph(flow);
  const ids = [...graph.nodes.keys()];
  // The beginning, then one state per node: it was entered, and its message was said.
  const stateOf = new Map(ids.map((id, at) => [id, at + 1]));
  const silent: { from: number; to: number }[] = [];
  const steps: ReferenceStep[] = [];
  const said = (label: string): SymbolInfo => ({ role: 'system', tag: label });
  const enter = (from: number, id: string): void => {
    const node = graph.nodes.get(id);
    const to = stateOf.get(id);
    if (!node || to === undefined) return;
    if (node.label === undefined) silent.push({ from, to });
    else steps.push({ from, move: said(node.label), to });
  };
  if (graph.start !== null) enter(0, graph.start);
  const ends = new Set<number>();
  for (const [id, state] of stateOf) {
    const node = graph.nodes.get(id);
    if (node?.type === 'request')
      for (const { label } of Object.values(node.slots))
        if (label !== undefined) steps.push({ from: state, move: said(label), to: state });
    const out = graph.out(id);
    for (const { target } of out) enter(state, target);
    if (out.length === 0) ends.add(state);
  }
  for (const { label } of [...flow.globalActions, ...flow.fallbackActions])
    if (label !== undefined)
      for (let state = 0; state <= ids.length; state++)
        steps.push({ from: state, move: said(label), to: state });
  return {
    ...withoutSilent(ids.length + 1, steps, silent, ends),
    roles: new Set<Role>(['system']),
    nameOf: (state) => (state === 0 ? 'the start' : spokenId(graph.nodes.get(ids[state - 1] ?? ''))),
  };
}

/** "7 inform balance", since the number of a node says nothing by itself; another id is a name. */
const spokenId = (node: FlowNode | undefined): string | null =>
  node && /^\d+$/.test(node.id) ? `${node.id} ${nodeName(node)}` : (node?.id ?? null);

function withoutSilent(
  states: number,
  steps: readonly ReferenceStep[],
  silent: readonly { readonly from: number; readonly to: number }[],
  ends: ReadonlySet<number>,
): Pick<Reference, 'states' | 'steps' | 'ends'> {
  const leadsTo = Array.from({ length: states }, (_, state) => {
    const reached = new Set([state]);
    for (const at of reached) for (const { from, to } of silent) if (from === at) reached.add(to);
    return reached;
  });
  return {
    states,
    steps: leadsTo.flatMap((reached, from) =>
      steps.filter((step) => reached.has(step.from)).map((step) => ({ ...step, from })),
    ),
    ends: new Set([...leadsTo.keys()].filter((state) => [...leadsTo[state]].some((at) => ends.has(at)))),
  };
}

/** Returns the reference that allows exactly the sequences of given dialogues. Each state is a prefix of sequences. */
export function referenceOfSequences(
  { symbols, offsets, steps: moves }: Pick<Activities, 'symbols' | 'offsets' | 'steps'>,
  dialogues: Iterable<number>,
): Reference {
  const children: Map<number, number>[] = [new Map()];
  const steps: ReferenceStep[] = [];
  const ends = new Set<number>();
  for (const dialogue of dialogues) {
    let state = 0;
    for (let at = offsets[dialogue]; at < offsets[dialogue + 1]; at++) {
      const symbol = moves[at];
      let next = children[state].get(symbol);
      if (next === undefined) {
        next = children.push(new Map()) - 1;
        children[state].set(symbol, next);
        steps.push({ from: state, move: symbols[symbol], to: next });
      }
      state = next;
    }
    ends.add(state);
  }
  return {
    states: children.length,
    steps,
    ends,
    roles: rolesOf(steps),
    nameOf: (state) => (state === 0 ? 'the start' : null),
  };
}
