import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFlowFile } from '#backend/features/flows/read-flow-file.ts';
import { compileColang } from '#shared/algorithms/flows/colang/compile-colang.ts';
import { conditionKind } from '#shared/algorithms/flows/conditions.ts';
import { type FlowGraph, flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { type FlowResult, tellsOutcome } from '#shared/algorithms/flows/results.ts';
import { type RunTurn, runTurn, startRun } from '#shared/algorithms/flows/running/run-flow.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { parseFlow, printFlow } from '#shared/contract/flow-file.ts';
import type { Flow, SlotType } from '#shared/domain/flow.ts';
import { readFlowFolder } from '../../lab/flows/read-flow-folder.ts';
import { flowOfTable } from '../../lab/success/designs-of-tables.ts';
import { createEntityDatabase } from '../../lab/success/entity-database.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { corpusFile, describeWithCorpus } from '../fixtures/corpora.ts';

const signal = new AbortController().signal;

interface Talk {
  readonly said: string[];
  readonly calls: { readonly node: string; readonly turn: number }[];
  readonly lines: number[];
}

const VALUES: Partial<Record<SlotType, string>> = {
  integer: '4',
  time: '7 pm',
  date: 'Monday',
  boolean: 'Yes',
};

/** The customer fills every requested slot. Actions return the results in order, then success. */
function talk(flow: Flow, lines: readonly string[], results: readonly FlowResult[] = []): Talk {
  const graph = flowGraph(flow);
  const left = [...lines];
  const open = [...results];
  const done: Talk = { said: [], calls: [], lines: [] };
  let now = startRun(graph);
  let text = 'I need your help with something, please';
  while (done.said.length < 100) {
    const turn = runTurn(graph, now, text, () => (open.length > 0 ? open.shift()! : { message: 'Success' }));
    now = turn.next;
    done.calls.push(...turn.calls.map(({ node }) => ({ node, turn: done.said.length })));
    done.said.push(nameOf(graph, turn));
    const { pending } = now.state;
    const slot = pending?.kind === 'slot' ? graph.slots.get(pending.slot)!.slot : null;
    if (slot) text = slot.examples[0] ?? VALUES[slot.type] ?? 'Alex Smith';
    else if (graph.nodes.get(turn.node ?? '')?.type === 'request') text = 'Whatever you have';
    else if (left.length === 0) return done;
    else {
      text = left.shift()!;
      done.lines.push(done.said.length);
    }
  }
  throw new Error(`${flow.name} asks without end: ${done.said.slice(-5).join(', ')}`);
}

function nameOf({ nodes }: FlowGraph, { node, action }: RunTurn): string {
  const said = node === null ? undefined : nodes.get(node);
  return (said && 'label' in said ? said.label : undefined) ?? node ?? action?.id ?? 'nothing';
}

const FAILURES: readonly FlowResult[] = [
  null,
  { message: 'Failure' },
  { error: 'sold out' },
  { success: false },
];

/** Makes each action reached by yes fail in every way; the customer then says no. */
function expectNoFalseSuccess(flow: Flow): void {
  const graph = flowGraph(flow);
  const happy = talk(flow, ['Yes', 'Yes', 'Yes']);
  const first = new Map(happy.calls.map(({ node }, at) => [node, at] as const).reverse());
  expect(first.size, flow.name).toBeGreaterThan(0);
  for (const [node, at] of first) {
    const { turn } = happy.calls[at]!;
    const agreed = happy.lines.filter((line) => line <= turn).map(() => 'Yes');
    const told = happy.said[turn]!;
    const tells = [...graph.nodes.values()].some(
      (one) => 'label' in one && one.label === told && tellsOutcome(one),
    );
    for (const failure of FAILURES) {
      const results = [...happy.calls.slice(0, at).map(() => ({ message: 'Success' })), failure];
      const failed = talk(flow, [...agreed, 'No, thank you', 'No', 'Thanks'], results);
      const what = `${flow.name}, node ${node}, ${JSON.stringify(failure)}`;
      expect(failed.calls, what).toHaveLength(at + 1);
      if (!tells || failure === null) expect(failed.said.slice(turn), what).not.toContain(told);
    }
  }
}

function expectNothingDoneWithoutYes(flow: Flow): void {
  for (const results of [[], ...FAILURES.map((failure) => [failure])]) {
    for (const agreed of [[], ['Yes'], ['Yes', 'Yes']]) {
      for (const text of ['No', 'No, thank you', 'Hm, what is the weather like?']) {
        const { calls, lines } = talk(flow, [...agreed, text], results);
        const last = calls.filter(({ turn }) => turn === lines.at(-1));
        expect(last, `${flow.name}, ${agreed.length} times yes, then ${text}`).toEqual([]);
      }
    }
  }
}

describeWithCorpus("STAR's designers' flows", ['star'], () => {
  it('are converted by rules alone, all 24, to valid flows that survive a round trip', async () => {
    const flows = await readFlowFolder(corpusFile('star', 'native/tasks'), signal);
    expect(flows).toHaveLength(24);
    for (const flow of flows) {
      expect(flowErrors(validateFlow(flow)), flow.name).toEqual([]);
      expect(validateFlow(flow).filter(({ kind }) => kind === 'unreachable')).toEqual([]);
      expect(parseFlow(JSON.parse(printFlow(flow)))).toEqual({ flow });
      expect(flow.globalActions.map(({ id }) => id)).toEqual(['hello']);
    }
    const change = flows.find(({ name }) => name === 'ride_change');
    expect(change?.nodes.slice(0, 3).map(({ type }) => type)).toEqual([
      'request',
      'external_action',
      'inform',
    ]);
    expect(change?.edges.slice(0, 3)).toEqual([
      { source: '1', target: '2' },
      { source: '2', target: '3', condition: 'Succeeded' },
      { source: '2', target: '4', condition: 'Failed' },
    ]);
  });

  it('have a rule for each edge without a condition, in all 24', async () => {
    const flows = await readFlowFolder(corpusFile('star', 'native/tasks'), signal);
    const plain = new Map<string, string[]>();
    for (const flow of flows) {
      const graph = flowGraph(flow);
      for (const { source, target, condition } of flow.edges) {
        const node = graph.nodes.get(source)!;
        const next = graph.nodes.get(target)!;
        const beside = graph.out(source).flatMap((edge) => edge.condition ?? []);
        if (condition !== undefined) continue;
        if (node.type === 'request' && beside.length === 0) continue;
        const kinds = [...new Set(beside.map((one) => conditionKind(one).about))].join(', ') || 'nothing';
        const to = next.type === 'external_action' ? 'action' : tellsOutcome(next) ? 'outcome' : next.type;
        const kind = `${node.type} to ${to}, beside ${kinds}`;
        plain.set(kind, [...(plain.get(kind) ?? []), `${flow.name} ${source} → ${target}`]);
      }
    }
    expect(Object.fromEntries(plain)).toEqual({
      // Taken unless the action failed or found nothing.
      'external_action to inform, beside nothing': [
        'apartment_schedule 7 → 8',
        'doctor_schedule 7 → 8',
        'ride_book 6 → 8',
      ],
      'external_action to inform, beside nothing-found': [
        'apartment_search 2 → 3',
        'hotel_search 2 → 3',
        'party_rsvp 2 → 3',
        'plane_search 3 → 4',
        'restaurant_search 2 → 3',
        'ride_status 2 → 3',
        'weather 2 → 3',
      ],
      'external_action to inform_and_confirm, beside nothing-found': [
        'trip_directions 2 → 3',
        'trivia 2 → 3',
      ],
      // The next node repeats the action's answer, so it reports a failure as well.
      'external_action to outcome, beside nothing-found': [
        'doctor_followup 2 → 3',
        'spaceship_access_codes 2 → 3',
        'spaceship_life_support 2 → 3',
      ],
      // Taken unless the customer says no: most customers name what they want instead of saying yes.
      'inform_and_confirm to request, beside nothing': [
        'apartment_schedule 6 → 2',
        'apartment_search 4 → 1',
        'hotel_book 6 → 2',
        'hotel_search 4 → 1',
        'hotel_service_request 5 → 1',
        'meeting_schedule 5 → 1',
        'party_rsvp 4 → 1',
        'plane_book 6 → 2',
        'plane_search 5 → 2',
        'restaurant_book 6 → 2',
        'restaurant_search 4 → 1',
        'ride_book 5 → 2',
        'ride_change 5 → 1',
        'trip_directions 4 → 1',
        'trivia 4 → 1',
        'weather 4 → 1',
      ],
      // Taken if no other edge is: the customer did not ask for a detail, and knows the requested numbers.
      'inform to inform_and_confirm, beside asked': ['hotel_search 3 → 5'],
      'request to action, beside missing': ['bank_balance 1 → 2', 'bank_balance 3 → 2'],
      'request to request, beside missing': ['bank_fraud_report 1 → 2', 'bank_fraud_report 3 → 2'],
      // The only edge, with nothing to decide.
      'inform to inform_and_confirm, beside nothing': [
        'apartment_search 3 → 5',
        'plane_search 4 → 6',
        'restaurant_search 3 → 5',
        'trip_directions 6 → 3',
      ],
    });
  });

  it('report failures, book nothing after a no, and end politely', async () => {
    const flows = await readFlowFolder(corpusFile('star', 'native/tasks'), signal);
    const talkTo = (name: string, lines: readonly string[], ...results: readonly FlowResult[]) => {
      const { said, calls } = talk(flows.find((flow) => flow.name === name)!, lines, results);
      return { said: said.slice(-lines.length - 1), calls: calls.map(({ node }) => node) };
    };
    expect(talkTo('ride_change', ['No, thank you', 'No'], null)).toEqual({
      said: ['ride_inform_nothing_found', 'anything_else', 'ride_bye'],
      calls: ['2'],
    });
    const sorry = { ChangeStatus: 'Not possible.' };
    expect(talkTo('ride_change', ['No, thank you'], sorry)).toEqual({
      said: ['ride_inform_changes_failed', 'anything_else'],
      calls: ['2'],
    });
    for (const wish of ['Yes, please', 'How about another ride?']) {
      expect(talkTo('ride_change', [wish], null).said.at(-1)).toBe('ride_inform_changes_successful');
    }
    const free = { Message: 'Available' };
    expect(talkTo('party_plan', ['No', 'No'], free)).toEqual({
      said: ['party_ask_confirm_booking', 'anything_else', 'party_bye'],
      calls: ['3'],
    });
    expect(talkTo('party_plan', ['What does it cost?', 'Yes, please', 'No, thank you'], free)).toEqual({
      said: [
        'party_ask_confirm_booking',
        'party_ask_confirm_booking',
        'party_booking_successful',
        'anything_else',
      ],
      calls: ['3', '7'],
    });
    expect(talkTo('party_plan', ['Yes', 'No, thank you'], free, null).said).toEqual([
      'party_ask_confirm_booking',
      'party_booking_failed',
      'anything_else',
    ]);
    // The flow has no text for a failed booking.
    expect(
      talkTo('doctor_schedule', ['Yes, great', 'No, thank you'], free, { status: 'failed' }).said,
    ).toEqual(['doctor_inform_booking_available', 'out_of_scope', 'anything_else']);
    // A failure is reported in the words of the action.
    const refused = talkTo('spaceship_access_codes', ['No, thank you'], { Message: 'Not authorized.' });
    expect(refused.said).toEqual(['spaceship_inform_outcome', 'anything_else']);
    expect(talkTo('ride_book', ['Yes'], { Price: 3 }, { Message: 'Ride booked.' }).said.at(-1)).toBe(
      'ride_confirm_booking',
    );
    expect(talkTo('ride_book', ['No', 'No'], { Message: 'Failed' }).said).toEqual([
      'ride_inform_nothing_found',
      'anything_else',
      'ride_bye',
    ]);
    expect(talkTo('trivia', ['Paris', 'No'], { Question: '?', Answer: 'Paris' }).said).toEqual([
      'trivia_ask_question',
      'trivia_inform_answer_correct_ask_next',
      'anything_else',
    ]);
  });

  it('never report a failed action as success, and call nothing after a no, in all 24', async () => {
    for (const flow of await readFlowFolder(corpusFile('star', 'native/tasks'), signal)) {
      expectNoFalseSuccess(flow);
      expectNothingDoneWithoutYes(flow);
    }
  });
});

it('are made by rule from a table, run to their end and compile', () => {
  const rows = [{ name: 'Lotus', food: 'indian', area: 'north', pricerange: 'cheap', phone: '01223' }];
  const { tables } = createEntityDatabase([{ domain: 'restaurant', rows }]);
  const flow = flowOfTable('restaurant', tables.get('restaurant')!);
  expect(flowErrors(validateFlow(flow))).toEqual([]);
  expect(validateFlow(flow).filter(({ kind }) => kind === 'unreachable')).toEqual([]);
  expect(compileColang(flow)['main.co']).toContain('flow main');
  const graph = flowGraph(flow);
  let now = startRun(graph);
  const answers = [
    'Something Indian and cheap in the north',

    'Please book it for 4 people, on Friday at 18:00',
  ].map((said) => {
    const turn = runTurn(graph, now, said, () => ({
      message: 'Success',
      restaurant_name: 'Lotus',
      restaurant_reference: 'R1',
    }));
    now = turn.next;
    return turn.answer;
  });
  expect(answers).toEqual(['There is Lotus.', 'It is booked, the reference is R1.']);
});

it('skips JSON that is no flow, names a flow by its file, and says where one is invalid', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'about.json'), '{"licence":"none"}');
  writeFileSync(join(folder, 'deep', 'hello.json'), '{"nodes":[{"id":1,"type":"inform","message":"Hi."}]}');
  expect((await readFlowFolder(folder, signal)).map(({ name }) => name)).toEqual(['hello']);
  const wrong = join(folder, 'wrong.json');
  writeFileSync(wrong, '{"nodes":[{"id":1,"type":"inform"}]}');
  await expect(readFlowFile(wrong, signal)).rejects.toMatchObject({
    code: 'BAD_FILE',
    message: expect.stringContaining('nodes.0.message'),
    detail: { place: `${wrong}: nodes.0.message`, value: 'nothing' },
  });
});
