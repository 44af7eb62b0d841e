import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createFlowChooser } from '#shared/algorithms/flows/choosing/choose-flow.ts';
import {
  type ColangFolder,
  compileColang,
  compileFlows,
} from '#shared/algorithms/flows/colang/compile-colang.ts';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { fitOf, fitValue } from '#shared/algorithms/flows/program/fit-value.ts';
import { hearByModel } from '#shared/algorithms/flows/running/model-slots.ts';
import { startRun, turnOf } from '#shared/algorithms/flows/running/run-flow.ts';
import type { Flow, FlowNode, FlowSlot } from '#shared/domain/flow.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { FIT_CASES } from '../fixtures/fit-cases.ts';
import { describeWithNemo, NEMO_PYTHON } from '../fixtures/nemo/installed.ts';
import { type Pair, type ReadTurn, randomPair } from '../fixtures/nemo/random-flows.ts';

const scriptAt = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/nemo/${name}`, import.meta.url));
const script = scriptAt('pairs.py');
/** `npm run soak` tries more. */
const PAIRS = Number(process.env.DIALOGRAM_PAIRS ?? 50);

function simulate({ flow, turns }: Pair): string[] {
  const graph = flowGraph(flow);
  let now = startRun(graph);
  return turns.map(({ text, slots, answer, results }) => {
    const values = new Map(Object.entries(slots));
    if (answer !== null && now.state.pending?.kind === 'answer') values.set('answered', answer);
    const heard = hearByModel(graph, now.state, text, { values, leftOut: [] });
    const turn = turnOf(graph, now, text, heard);
    let step = turn.next();
    while (!step.done) step = turn.next(step.value.query === undefined ? {} : results[step.value.query]);
    now = step.value.next;
    return step.value.answer;
  });
}

interface GuardedTalk {
  readonly files: ColangFolder;
  readonly turns: readonly ReadTurn[];
}

async function guard(all: readonly GuardedTalk[]): Promise<readonly (readonly string[])[]> {
  const base = temporaryFolder();
  const asked = all.map(({ files, turns }, at) => {
    const folder = join(base, String(at));
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return {
      folder,
      turns: turns.map((turn) => ({
        ...turn,
        slots: Object.fromEntries(
          Object.entries(turn.slots).map(([name, value]) => [`value ${name}`, value ?? 'not known']),
        ),
        results: Object.fromEntries(
          Object.entries(turn.results).map(([query, result]) => [query, result ?? {}]),
        ),
      })),
    };
  });
  const file = join(base, 'pairs.json');
  writeFileSync(file, JSON.stringify(asked));
  const { stdout } = await promisify(execFile)(NEMO_PYTHON, [script, file], { maxBuffer: 1 << 28 });
  return z.array(z.array(z.string())).parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

/** Words with a meaning in Colang, Python, the runtime or the printed text. */
const SLOTS =
  'not global system if result value heard return in context llm config events state None reply'.split(' ');
const FUNCTIONS =
  'start_ride stop_ride change_ride return in Started_Updated findRide FindRide timer_bot'.split(' ');
const IDS = ['if', 'a b', 'a_b', 'a-b', '"', '$reply', '{x}', '# node', 'ß'];

function namedBadly(): Pair {
  const last = `Told ${SLOTS.map((name) => `[${name}]`).join(' ')}.`;
  const calls = FUNCTIONS.map((action, at): FlowNode => ({ id: IDS[at]!, type: 'external_action', action }));
  const slots = SLOTS.map((name): [string, FlowSlot] => [
    name,
    { description: `value ${name}`, type: 'string', examples: [] },
  ]);
  const nodes: readonly FlowNode[] = [
    { id: 'start', type: 'request', slots: Object.fromEntries(slots) },
    ...calls,
    { id: 'end', type: 'inform', message: last },
  ];
  const flow: Flow = {
    chief: 1,
    name: 'while',
    start: 'start',
    nodes,
    edges: nodes.slice(1).map(({ id }, at) => ({ source: nodes[at]!.id, target: id })),
    globalActions: [],
    fallbackActions: [],
    functions: [],
    guidelines: [],
  };
  const given = Object.fromEntries(SLOTS.map((name, at) => [name, `v${at}`]));
  return { flow, turns: [{ text: 'well', slots: given, answer: null, holds: [], results: {} }] };
}

describeWithNemo('a flow', () => {
  it('takes and refuses the same answers in the simulator and as compiled Colang', () => {
    const slots = Object.fromEntries(FIT_CASES.map(({ name, slot }) => [name, slot]));
    const flow: Flow = {
      chief: 1,
      name: 'answers',
      start: '1',
      nodes: [{ id: '1', type: 'request', slots }],
      edges: [],
      globalActions: [],
      fallbackActions: [],
      functions: [],
      guidelines: [],
    };
    const file = join(temporaryFolder(), 'actions.py');
    writeFileSync(file, compileColang(flow)['actions.py']);
    const said = FIT_CASES.flatMap(({ right, wrong }) => [...right, ...wrong]);
    const asked = FIT_CASES.flatMap(({ name }) => said.map((text) => [name, text] as const));
    const ours = asked.map(([name, text]) => ({
      value: null,
      why: null,
      ...fitValue(fitOf(slots[name]!, name), text),
    }));
    const input = JSON.stringify(asked.map(([name, text]) => [text, name]));
    const theirs = execFileSync(NEMO_PYTHON, [scriptAt('fits.py'), file, 'fit'], { input });
    expect(JSON.parse(String(theirs))).toEqual(ours);
  });

  it('acts alike at every turn in the simulator and as compiled Colang in NeMo Guardrails, whatever its parts are called', {
    timeout: 7_200_000,
  }, async () => {
    const pairs = [namedBadly(), ...Array.from({ length: PAIRS }, (_, seed) => randomPair(seed + 1))];
    const ours = pairs.map(simulate);
    const theirs = await guard(pairs.map(({ flow, turns }) => ({ files: compileColang(flow), turns })));
    for (const [at, { flow }] of pairs.entries()) expect(theirs[at], flow.name).toEqual(ours[at]);
    expect(theirs[0]).toEqual([`Told ${SLOTS.map((_, at) => `v${at}`).join(' ')}.`]);
    // The conversations include what differs most easily: repeated questions, failures, fallbacks, going back.
    const said = new Set(ours.flat());
    // A thousand pairs say 555 different things.
    expect(said.size).toBeGreaterThan(Math.min(PAIRS, 500));
  });

  it('chooses among several flows by the words of their dialogues, in the simulator and as compiled Colang', {
    timeout: 600_000,
  }, async () => {
    const asking = (name: string, slot: string, message: string): Flow => ({
      chief: 1,
      name,
      start: '1',
      nodes: [
        {
          id: '1',
          type: 'request',
          slots: { [slot]: { description: `value ${slot}`, type: 'string', examples: [], message } },
        },
        { id: '2', type: 'inform', message: `Thanks for [${slot}].` },
      ],
      edges: [{ source: '1', target: '2' }],
      globalActions: [],
      fallbackActions: [],
      functions: [],
      guidelines: [],
    });
    const boat = asking('boat trips', 'harbor', 'Which harbor?');
    const card = asking('lost cards', 'number', 'Which card number?');
    const words = [
      {
        flow: boat.name,
        own: 'boat trips',
        dialogues: ['rent a boat at the harbor', 'sail a boat on the lake', 'where is the harbor, 港口'],
      },
      {
        flow: card.name,
        own: 'Lost cards',
        dialogues: ['I lost my card', "my card doesn't work, block it", 'block the card of my café'],
      },
    ];
    const files = compileFlows([boat, card], words);
    const file = join(temporaryFolder(), 'actions.py');
    writeFileSync(file, files['actions.py']);
    const openers = [
      ['I want to rent a boat'],
      ['Please block my CARD, I lost it'],
      ['hello there', 'the harbor'],
      ['tell me a joke'],
      ['港口'],
      ["it doesn’t work, it doesn't"],
      ['a cafe\u0301 at 8 pm, or ½ a boat'],
      [''],
    ];
    const choose = createFlowChooser(words);
    const ours = openers.map((texts) => {
      const flow = choose(texts);
      return flow === null ? null : `task_${flow.replaceAll(' ', '_')}`;
    });
    const input = JSON.stringify(openers.map((texts) => [texts]));
    const theirs = execFileSync(NEMO_PYTHON, [scriptAt('fits.py'), file, 'chosen'], { input });
    expect(JSON.parse(String(theirs))).toEqual(ours);
    expect(new Set(ours).size).toBe(3);

    const talk: [said: string, slots: Record<string, string>, answer: string][] = [
      ['hello there', {}, 'What can I help you with: boat trips, lost cards?'],
      ['rent a boat', {}, 'Which harbor?'],
      // No other flow fits.
      ['well', {}, 'Which harbor?'],
      ['block my card', {}, 'Which card number?'],
      ['4711', { number: '4711' }, 'Thanks for 4711.'],
      ['I want to sail a boat', {}, 'Which harbor?'],
      ['Basel', { harbor: 'Basel' }, 'Thanks for Basel.'],
      // A flow that takes over again starts again.
      ['my card is lost', {}, 'Which card number?'],
    ];
    const turns = talk.map(([text, slots]) => ({
      text,
      slots,
      answer: null,
      holds: [],
      results: {},
    }));
    const [said] = await guard([{ files, turns }]);
    expect(said).toEqual(talk.map(([, , answer]) => answer));
  });
});
