import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Flow } from '../../domain/flow.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { Activities } from '../variants/variants.ts';
import { createAligner, type Model } from './align.ts';
import { alignDialogue, checkFitness } from './check-fitness.ts';
import { type Reference, referenceOfFlow, referenceOfSequences } from './reference.ts';

/** Each letter is a move; capitals are the customer's. */
const moveOf = (letter: string): SymbolInfo =>
  letter === letter.toLowerCase()
    ? { role: 'system', tag: letter }
    : { role: 'user', tag: letter.toLowerCase() };
function logOf(...dialogues: string[]): Activities {
  const letters = [...new Set(dialogues.join(''))];
  const offsets = new Int32Array(dialogues.length + 1);
  dialogues.forEach((steps, at) => {
    offsets[at + 1] = offsets[at] + steps.length;
  });
  return {
    symbols: letters.map(moveOf),
    offsets,
    steps: Int32Array.from(dialogues.join(''), (letter) => letters.indexOf(letter)),
    turns: Int32Array.from(dialogues.flatMap((steps) => Array.from(steps, (_, at) => at))),
  };
}
const sequences = (...dialogues: string[]): Reference =>
  referenceOfSequences(logOf(...dialogues), dialogues.keys());
const check = (reference: Reference, ...dialogues: string[]) =>
  checkFitness(
    logOf(...dialogues),
    reference,
    () => true,
    () => true,
  );
const told = (reference: Reference, ...dialogues: string[]) =>
  check(reference, ...dialogues).deviations.map(
    ({ kind, after, move, dialogues: own }) => `${kind} ${after?.tag ?? 'start'}>${move.tag} ${own.join()}`,
  );

/** The number of moves that a cheapest alignment can match from the start before its first deviation. */
function longestMatch(model: Model, sequence: readonly number[], cost: number): number {
  let longest = 0;
  let states = new Set([0]);
  for (let at = 0; states.size > 0 && at <= sequence.length; at++) {
    const rest = sequence.slice(at);
    if ([...states].some((state) => naiveCost(model, rest, state) === cost)) longest = at;
    states = new Set(
      Array.from(model.from.keys())
        .filter((step) => states.has(model.from[step]) && model.symbols[step] === sequence[at])
        .map((step) => model.to[step]),
    );
  }
  return longest;
}

/** The cheapest alignment by trying every path, a step at a time, cheapest first. */
function naiveCost(model: Model, sequence: readonly number[], start = 0): number {
  const best = new Map<string, number>();
  let open = [{ at: 0, state: start, cost: 0 }];
  for (;;) {
    open.sort((a, b) => a.cost - b.cost);
    const [next, ...rest] = open;
    if (!next) return Number.POSITIVE_INFINITY;
    open = rest;
    const key = `${next.at} ${next.state}`;
    if (best.has(key)) continue;
    best.set(key, next.cost);
    if (next.at === sequence.length && model.ends[next.state] === 1) return next.cost;
    if (next.at < sequence.length) open.push({ ...next, at: next.at + 1, cost: next.cost + 1 });
    model.from.forEach((from, step) => {
      if (from !== next.state) return;
      open.push({ at: next.at, state: model.to[step], cost: next.cost + 1 });
      if (model.symbols[step] === sequence[next.at])
        open.push({ at: next.at + 1, state: model.to[step], cost: next.cost });
    });
  }
}

describe('an alignment', () => {
  it('is the cheapest one, with the moves of both sides, for any model', () => {
    const step = fc.tuple(fc.nat(5), fc.nat(3), fc.nat(5));
    const models = fc.record({
      steps: fc.array(step, { maxLength: 14 }),
      ends: fc.subarray([1, 2, 3, 4, 5]),
    });
    fc.assert(
      fc.property(
        models,
        fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 8 }),
        ({ steps, ends }, sequence) => {
          const model: Model = {
            states: 6,
            from: Int32Array.from(steps, ([from]) => from),
            symbols: Int32Array.from(steps, ([, symbol]) => symbol),
            to: Int32Array.from(steps, ([, , to]) => to),
            ends: Uint8Array.from({ length: 6 }, (_, state) => (ends.includes(state) ? 1 : 0)),
          };
          const cost = naiveCost(model, sequence);
          if (cost === Number.POSITIVE_INFINITY) {
            expect(() => createAligner(model)).toThrow(/No path through the model can end/);
            return;
          }
          const aligned = createAligner(model).align(sequence);
          expect(aligned?.cost).toBe(cost);
          const deviates = aligned?.moves.findIndex(({ kind }) => kind !== 'both') ?? -1;
          if (deviates !== -1) expect(deviates).toBe(longestMatch(model, sequence, cost));
          let [at, state, alone] = [0, 0, 0];
          for (const move of aligned?.moves ?? []) {
            if (move.kind !== 'both') alone++;
            if (move.kind !== 'model') expect(move.at).toBe(at++);
            if (move.kind === 'sequence') expect(move.state).toBe(state);
            else {
              expect(model.from[move.step]).toBe(state);
              state = model.to[move.step];
              if (move.kind === 'both') expect(model.symbols[move.step]).toBe(sequence[move.at]);
            }
          }
          expect([at, alone, model.ends[state]]).toEqual([sequence.length, cost, 1]);
        },
      ),
      // Two steps have the same symbol, but only the second leads to both matches.
      {
        examples: [
          [
            {
              steps: [
                [0, 1, 0],
                [0, 3, 1],
                [0, 3, 0],
              ],
              ends: [1],
            },
            [3, 1],
          ],
        ],
      },
    );
  });
});

describe('deviations', () => {
  it('have a reason: unknown, left out, repeated, in another order, or not due', () => {
    const reference = sequences('abcd', 'abe');
    expect(told(reference, 'abcd', 'abe')).toEqual([]);
    expect(told(reference, 'abxcd')).toEqual(['unknown b>x 0']);
    expect(told(reference, 'abd')).toEqual(['skipped b>c 0']);
    expect(told(reference, 'abbcd')).toEqual(['repeated b>b 0']);
    expect(told(reference, 'acbd')).toEqual([expect.stringMatching(/^order \w>[bc] 0$/)]);
    expect(told(reference, 'aebcd')).toEqual(['misplaced a>e 0']);
  });

  it('are counted by place, most dialogues first, and once per dialogue', () => {
    const reference = sequences('abc');
    expect(told(reference, 'axbxc', 'axbc', 'abc', 'ac')).toEqual([
      'unknown a>x 0,1',
      'skipped a>b 3',
      'unknown b>x 0',
    ]);
    const { dialogues, checked, whole, mean, fitness } = check(reference, 'abc', 'ac', '');
    expect({ dialogues, checked, whole, mean }).toEqual({ dialogues: 2, checked: 2, whole: 1, mean: 0.9 });
    expect([...fitness]).toEqual([1, 0.8, -1]);
  });

  it('include rare paths, which cost nothing', () => {
    const dialogues = [...Array.from({ length: 60 }, () => 'ab'), 'ac'];
    const reference = sequences('ab', 'ac');
    expect(told(reference, ...dialogues)).toEqual(['rare a>c 60']);
    expect(check(reference, ...dialogues).whole).toBe(61);
  });

  it('skip roles that the reference does not cover', () => {
    expect(check(sequences('ab'), 'AaBb', 'aAAA')).toMatchObject({ dialogues: 2, whole: 1 });
  });

  it('are checked for the most common sequences first if time is limited', () => {
    let asked = 0;
    const log = logOf('ab', 'b', 'ab');
    const stopped = checkFitness(
      log,
      sequences('ab'),
      () => true,
      () => asked++ === 0,
    );
    expect([stopped.dialogues, stopped.checked, [...stopped.fitness]]).toEqual([3, 2, [1, -1, 1]]);
  });

  it('are shown in one dialogue, move by move', () => {
    const shown = alignDialogue(logOf('axcbd'), sequences('abcd'), 0);
    expect(shown?.moves.map(({ move, deviation, turn }) => [move.tag, deviation, turn])).toEqual([
      ['a', null, 0],
      ['x', 'unknown', 1],
      ['c', null, 2],
      ['b', 'order', 3],
      ['d', null, 4],
    ]);
  });
});

describe('a designed flow as a reference', () => {
  const design: Flow = {
    chief: 1,
    name: 'refund',
    nodes: [
      {
        id: 'Order',
        type: 'request',
        slots: {
          number: { description: '', type: 'string', examples: [], label: 'n' },
          reason: { description: '', type: 'string', examples: [], label: 'r' },
        },
      },
      { id: 'Look up', type: 'external_action', action: 'look' },
      { id: 'Pay', type: 'inform', message: '', label: 'p' },
    ],
    edges: [
      { source: 'Order', target: 'Look up' },
      { source: 'Look up', target: 'Pay' },
    ],
    globalActions: [{ id: 'hello', message: '', examples: [], label: 'h' }],
    fallbackActions: [],
    functions: [],
    guidelines: [],
  };
  const flow = referenceOfFlow(design);

  it('asks in any order, is silent when it calls a function, and greets anywhere', () => {
    expect(told(flow, 'hnrp', 'rnp', 'p', 'nhpB')).toEqual([]);
    expect(check(flow, 'nr').deviations).toMatchObject([{ kind: 'skipped', move: { tag: 'p' } }]);
    expect(flow.nameOf(check(flow, 'npx').deviations[0].state)).toBe('Pay');
    const numbered = referenceOfFlow({
      ...design,
      nodes: [{ id: '1', type: 'inform', message: '', label: 'say_hello' }],
      edges: [],
    });
    expect(numbered.nameOf(1)).toBe('1 say hello');
  });
});
