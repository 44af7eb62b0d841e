import type { AgentVariable } from '../../../domain/agent.ts';
import type { FlowSlot } from '../../../domain/flow.ts';
import { conditionKind } from '../conditions.ts';
import type { FlowGraph } from '../flow-graph.ts';
import { clearAfter, type FlowState, GIVEN, setSlot } from '../following/follow-flow.ts';
import { outcomeOf } from '../results.ts';

/** Names of variables (as in the paper): slots, `action_<id>` for results, `answered_<id>` for yes and no. */

export const NOTHING_FOUND = 'nothing found';
export const NOT_KNOWN = 'not known';

export function flowVariables(graph: FlowGraph, state: FlowState): readonly AgentVariable[] {
  const slots = [...graph.slots].map(([name, { node, slot }]): AgentVariable => {
    const value = state.slots[name];
    return {
      name,
      group: `Asked at node ${node.id}`,
      label: name.replaceAll('_', ' '),
      value: value === null ? NOT_KNOWN : (value ?? null),
      type: typeOf(slot),
      choices: slot.type === 'categorical' ? slot.examples : slot.type === 'boolean' ? ['yes', 'no'] : [],
      isFixed: false,
    };
  });
  const others = [...graph.nodes.values()].flatMap((node): AgentVariable[] => {
    if (node.type === 'external_action') {
      const result = state.results[node.id];
      return [
        {
          name: `action_${node.id}`,
          group: 'External actions',
          label: node.query === undefined ? node.action : `${node.action}, ${node.query}`,
          value: result === undefined ? null : result === null ? NOTHING_FOUND : outcomeOf(result) || 'done',
          type: `answer at node ${node.id}`,
          choices: outcomesOf(graph, node.id),
          isFixed: false,
        },
      ];
    }
    if (node.type !== 'inform_and_confirm') return [];
    return [
      {
        name: `answered_${node.id}`,
        group: 'Yes or no',
        label: node.question ?? node.message,
        value: state.answers[node.id] ?? null,
        type: `answer at node ${node.id}`,
        choices: ['yes', 'no'],
        isFixed: false,
      },
    ];
  });
  return [...slots, ...others];
}

const typeOf = ({ type, examples }: FlowSlot): string =>
  type === 'categorical' ? `one of ${examples.length}` : type;

export function outcomesOf(graph: FlowGraph, node: string): readonly string[] {
  const named = graph.out(node).flatMap(({ condition }) => {
    if (condition === undefined) return [];
    const { about } = conditionKind(condition);
    return about === 'nothing-found' ? [NOTHING_FOUND] : about === 'result' ? [condition] : [];
  });
  return [...new Set(['Success', 'Failure', ...named])];
}

/**
 * Sets a variable, and opens everything that depends on it. Null clears it, so that the flow asks or calls again.
 * @returns null if the flow has no such variable
 */
export function changeVariable(
  graph: FlowGraph,
  state: FlowState,
  name: string,
  value: string | null,
): FlowState | null {
  const [, kind, node = ''] = /^(action|answered)_(.*)$/s.exec(name) ?? [];
  if (graph.slots.has(name)) {
    const { [name]: before, ...slots } = state.slots;
    const asker = graph.slots.get(name)!.node.id;
    const own = state.pending?.kind === 'slot' && state.pending.slot === name ? null : state.pending;
    if (value === null) return { ...clearAfter(graph, state, asker), slots, pending: own };
    // Everything before was what a person said, even if its value could not be read.
    const known = before === GIVEN || before === null ? clearAfter(graph, state, asker) : state;
    return { ...setSlot(graph, known, name, value === NOT_KNOWN ? null : value), pending: own };
  }
  if (!graph.nodes.has(node)) return null;
  const open = clearAfter(graph, state, node);
  if (kind === 'action') {
    const { [node]: _, ...results } = open.results;
    if (value === null) return { ...open, results };
    return { ...open, results: { ...results, [node]: value === NOTHING_FOUND ? null : { message: value } } };
  }
  const { [node]: _, ...answers } = open.answers;
  if (value === null) return { ...open, answers };
  return {
    ...open,
    told: [...open.told, node],
    answers: { ...answers, [node]: value === 'yes' ? 'yes' : 'no' },
    pending: null,
  };
}
