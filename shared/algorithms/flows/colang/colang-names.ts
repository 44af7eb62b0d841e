import type { FlowGraph } from '../flow-graph.ts';

/**
 * Names in Colang and Python. Prefixes ("$slot_", "call_") keep them apart from words of the languages and the runtime.
 * Names of actions are lowercase, because the runtime looks for "Start", "Started", "Updated" and "Finished".
 */
export interface ColangNames {
  readonly prefix: string;
  slot(name: string): string;
  node(id: string): string;
  action(name: string): string;
  function(name: string): string;
}

export function colangNames({ flow, nodes, slots }: FlowGraph, prefix = ''): ColangNames {
  const called = [...nodes.values()].flatMap((node) =>
    node.type === 'external_action' ? [node.action] : [],
  );
  const inputs = flow.functions.flatMap((one) => Object.keys(one.inputs));
  const actions = named(called, (name) => `Call_${prefix}${plain(name).toLowerCase()}Action`);
  const functions = named(called, (name) => `call_${prefix}${plain(name)}`);
  const ids = named([...nodes.keys()], plain);
  const values = named([...slots.keys(), ...inputs], plain);
  const of = (names: ReadonlyMap<string, string>) => (name: string) => names.get(name) ?? plain(name);
  return { prefix, slot: of(values), node: of(ids), action: of(actions), function: of(functions) };
}

export const taskNames = (flows: readonly string[]): ReadonlyMap<string, string> =>
  named(flows, (name) => `task_${plain(name).toLowerCase()}`);

function named(names: readonly string[], name: (original: string) => string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  for (const original of names) {
    if (given.has(original)) continue;
    const base = name(original);
    let own = base;
    for (let number = 2; taken.has(own.toLowerCase()); number++) {
      own = base.endsWith('Action') ? base.replace(/Action$/, `${number}Action`) : `${base}_${number}`;
    }
    taken.add(own.toLowerCase());
    given.set(original, own);
  }
  return given;
}

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9_]/g, '_');
