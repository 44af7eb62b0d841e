/**
 * Measures one turn of an agent without a model, for large flows and worksheets.
 *
 * npx node bench/agents.ts
 *
 * Prints CPU time in ms, median and 95th percentile of 200 turns.
 */
import { flowGraph } from '../shared/algorithms/flows/flow-graph.ts';
import { flowGrounds } from '../shared/algorithms/flows/running/flow-grounds.ts';
import { runTurn as runFlow, startRun } from '../shared/algorithms/flows/running/run-flow.ts';
import { compile } from '../shared/algorithms/worksheets/runtime/compile.ts';
import { runTurn } from '../shared/algorithms/worksheets/runtime/run-turn.ts';
import { NO_KNOWLEDGE, START } from '../shared/algorithms/worksheets/runtime/state.ts';
import { extractStatements } from '../shared/algorithms/worksheets/words/extract.ts';
import type { Flow } from '../shared/domain/flow.ts';
import type { Worksheet } from '../shared/domain/worksheet.ts';

const TURNS = 200;

function measure<State>(what: string, start: State, turn: (state: State, at: number) => State): void {
  const took: number[] = [];
  let state = start;
  for (let at = 0; at < TURNS; at++) {
    const before = process.cpuUsage();
    state = turn(state, at);
    const { user, system } = process.cpuUsage(before);
    took.push((user + system) / 1000);
  }
  took.sort((left, right) => left - right);
  const at = (share: number): string => took[Math.floor(share * TURNS)]!.toFixed(2);
  console.log(JSON.stringify({ what, medianMs: at(0.5), p95Ms: at(0.95) }));
}

/** Questions and messages alternate. */
const flowOf = (size: number): Flow => ({
  chief: 1,
  name: 'chain',
  start: '0',
  nodes: Array.from({ length: size }, (_, at) => {
    const id = String(at);
    if (at % 2 === 1) return { id, type: 'inform', message: `That was ${at}.` };
    const slot = { description: '', type: 'categorical', examples: [`word${at}`, 'none'] } as const;
    return { id, type: 'request', slots: { [`slot_${at}`]: slot } };
  }),
  edges: Array.from({ length: size - 1 }, (_, at) => ({ source: String(at), target: String(at + 1) })),
  globalActions: [],
  fallbackActions: [],
  functions: [],
  guidelines: [],
});

for (const size of [20, 1000]) {
  const graph = flowGraph(flowOf(size));
  measure(`a flow of ${size} nodes`, startRun(graph), (state, at) => {
    const turn = runFlow(graph, state, `word${at}`);
    flowGrounds(graph, state.state, turn);
    return turn.next;
  });
}

const worksheets = Array.from(
  { length: 100 },
  (_, sheet): Worksheet => ({
    name: sheet === 0 ? 'Main' : `Sheet${sheet}`,
    type: 'worksheet',
    predicate: sheet === 0 ? '' : 'self.f0 == "go"',
    backend: '',
    actions: '',
    fields: Array.from({ length: 10 }, (_, field) => ({
      name: `f${field}`,
      kind: 'input',
      isPrimary: false,
      type: { kind: 'str' },
      description: '',
      predicate: field === 0 ? '' : `self.f${field - 1} is not None`,
      dontAsk: false,
      required: true,
      confirm: false,
      actions: '',
      validation: '',
    })),
  }),
);
const set = compile({ worksheets, functions: [] });
const settings = { today: '2026-01-01', knowledge: NO_KNOWLEDGE };
measure('1,000 fields in 100 worksheets', START, (state) => {
  const statements = extractStatements(set, state, 'go', settings);
  return runTurn(set, state, statements, settings).state;
});
