import type { DrawnAutomaton } from '../drawn-automaton.ts';

export interface PhaseCounts {
  readonly phases: readonly string[];
  readonly support: readonly number[];
  /** Counted transitions from or to a phase. Phase i of `phases` has the number −1 − i. */
  readonly transitions: {
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly support: readonly number[];
  };
}

/** The states of a phase, drawn as one. */
export interface FoldedBox {
  readonly name: string;
  readonly states: readonly number[];
}

interface FoldedBoxes<Drawn extends DrawnAutomaton> {
  readonly automaton: Drawn;
  readonly owner: readonly number[];
  readonly boxes: ReadonlyMap<number, FoldedBox>;
}

const WITHIN = -1;

/**
 * Replaces the states of each closed phase by one box at the number of its first state. O(states + transitions). States
 * and transitions keep their numbers. Without counts, the figures of a box are upper bounds.
 */
export function foldBoxes<Drawn extends DrawnAutomaton>(
  automaton: Drawn,
  closed: readonly string[],
  counts?: PhaseCounts,
): FoldedBoxes<Drawn> {
  const { states, transitions } = automaton;
  const members = new Map<string, number[]>();
  for (const [state, phase] of Array.from(states.phases ?? []).entries())
    if (phase !== '' && closed.includes(phase)) members.set(phase, [...(members.get(phase) ?? []), state]);
  const owner = Array.from(states.roles, (_, state) => state);
  const boxes = new Map<number, FoldedBox>();
  for (const [name, within] of members) {
    if (within.length < 2) continue;
    const [first] = [...within].sort(
      (a, b) => states.depths[a] - states.depths[b] || states.support[b] - states.support[a] || a - b,
    );
    boxes.set(first, { name, states: within });
    for (const state of within) owner[state] = first;
  }
  if (boxes.size === 0) return { automaton, owner, boxes };
  const column = <Value>(values: ArrayLike<Value>, of: (box: FoldedBox) => Value): Value[] =>
    Array.from(values, (value, state) => {
      const box = boxes.get(state);
      return box ? of(box) : value;
    });
  const sum = (values: ArrayLike<number>, of: readonly number[]): number =>
    of.reduce((total, state) => total + values[state], 0);
  const isWithin = (at: number): boolean =>
    owner[transitions.from[at]] === owner[transitions.to[at]] && boxes.has(owner[transitions.from[at]]);
  const [from, to] = [transitions.from, transitions.to].map((ends) =>
    Array.from(ends, (state, at) => (isWithin(at) ? WITHIN : owner[state])),
  );
  return {
    automaton: {
      ...automaton,
      states: {
        ...states,
        support: column(states.support, ({ name, states: within }) =>
          Math.min(
            automaton.dialogues,
            counts?.support[counts.phases.indexOf(name)] ?? sum(states.support, within),
          ),
        ),
        ends: column(states.ends, (box) => sum(states.ends, box.states)),
        merged: column(states.merged, () => 1),
        within: column(
          owner.map(() => 0),
          (box) => box.states.length,
        ),
        names: column(states.names ?? owner.map(() => ''), ({ name }) => name),
        ...(states.certainty ? { certainty: column(states.certainty, () => 100) } : {}),
      },
      transitions: {
        ...transitions,
        from,
        to,
        own: { from: Array.from(transitions.from), to: Array.from(transitions.to) },
        together:
          counts && transitions.together && counted(transitions.together, { from, to, boxes, counts }),
      },
    },
    owner,
    boxes,
  };
}

/** Returns the distinct dialogues that go between two drawn states. */
function counted(
  together: ArrayLike<number>,
  {
    from,
    to,
    boxes,
    counts: { phases, transitions },
  }: {
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly boxes: ReadonlyMap<number, FoldedBox>;
    readonly counts: PhaseCounts;
  },
): number[] {
  const key = (a: number, b: number): string => `${a} ${b}`;
  const known = new Map(
    transitions.support.map((support, at) => [key(transitions.from[at], transitions.to[at]), support]),
  );
  const meant = (state: number): number => {
    const box = boxes.get(state);
    return box ? -1 - phases.indexOf(box.name) : state;
  };
  return Array.from(together, (support, at) => known.get(key(meant(from[at]), meant(to[at]))) ?? support);
}
