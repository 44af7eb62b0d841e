/**
 * Measures comparing many different dialogues with a flow.
 *
 * npx node bench/fitness.ts [--dialogues 15000] [--states 60]
 */
import { parseArgs } from 'node:util';
import { checkFitness } from '../shared/algorithms/fitness/check-fitness.ts';
import type { ReferenceStep } from '../shared/algorithms/fitness/reference.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import type { SymbolInfo } from '../shared/domain/symbols.ts';

const { values } = parseArgs({
  options: { dialogues: { type: 'string', default: '15000' }, states: { type: 'string', default: '60' } },
});
const [dialogues, states] = [Number(values.dialogues), Number(values.states)];
const random = createRandom(1);
const symbols: SymbolInfo[] = Array.from({ length: states + 20 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'system',
  tag: `move ${at}`,
}));
const steps: ReferenceStep[] = Array.from({ length: states }, (_, from) =>
  [1, 1 + random.integer(4), 1 + random.integer(9)].map((on) => {
    const to = (from + on) % states;
    return { from, move: symbols[to], to };
  }),
).flat();
const bySource = Array.from({ length: states }, (_, state) => steps.filter(({ from }) => from === state));
const moves: number[] = [];
const turns: number[] = [];
const offsets = new Int32Array(dialogues + 1);
for (let dialogue = 0; dialogue < dialogues; dialogue++) {
  let state = 0;
  const length = 12 + random.integer(20);
  for (let at = 0; at < length; at++) {
    const step = random.pick(bySource[state]);
    state = step.to;
    const chance = random.next();
    if (chance < 0.06) continue;
    moves.push(chance < 0.12 ? random.integer(symbols.length) : step.to);
    turns.push(at);
  }
  offsets[dialogue + 1] = moves.length;
}
const log = { symbols, offsets, steps: Int32Array.from(moves), turns: Int32Array.from(turns) };
const reference = {
  states,
  steps,
  ends: new Set([states - 1, states - 5, 10, 20]),
  roles: new Set(['user', 'system'] as const),
  nameOf: (state: number) => String(state),
};
const started = performance.now();
const { checked, mean, deviations } = checkFitness(
  log,
  reference,
  () => true,
  () => true,
);
const seconds = (performance.now() - started) / 1000;
console.log(
  JSON.stringify({
    dialogues,
    moves: moves.length,
    states,
    checked,
    mean,
    places: deviations.length,
    seconds,
  }),
);
