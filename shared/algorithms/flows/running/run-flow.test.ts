import { describe, expect, it } from 'vitest';
import { BOAT } from '../../../../tests/fixtures/boat-flow.ts';
import type { Flow } from '../../../domain/flow.ts';
import { flowGraph } from '../flow-graph.ts';
import { replayFlow } from '../following/replay-flow.ts';
import { type FlowTurn, trackedFlow } from '../following/track-flows.ts';
import { flowGrounds } from './flow-grounds.ts';
import { type CallFunction, runTurn, startRun } from './run-flow.ts';

const graph = flowGraph(BOAT);

function talk(lines: readonly string[], call?: CallFunction) {
  let state = startRun(graph);
  return lines.map((line) => {
    const turn = runTurn(graph, state, line, call);
    state = turn.next;
    return turn;
  });
}

describe('runTurn', () => {
  it('follows the flow to its end, and shows at each turn where it stands and why', () => {
    const called: string[] = [];
    const call: CallFunction = (action, query, { slots }) => {
      called.push(`${action} ${query} ${slots.harbour} ${slots.seats}`);
      return query === 'check'
        ? { message: 'Available', boat_name: 'Gull' }
        : { message: 'Success', number: 7 };
    };
    const turns = talk(
      ['Hi', 'A boat, please', 'The Old Harbour', '4', 'Yes', 'Great, thanks', 'Goodbye'],
      call,
    );
    expect(turns.map(({ answer, node }) => [answer, node])).toEqual([
      ['Ahoy!', null],
      ['From which harbour?', '1'],
      ['How many seats?', '1'],
      ['The Gull has 4 seats. Shall I book it?', '3'],
      ['Booked as 7.', '6'],
      ['Anything else?', null],
      ['Goodbye.', null],
    ]);
    expect(called).toEqual(['boat_book check Old Harbour 4', 'boat_book book Old Harbour 4']);
    expect(turns[3]?.path).toEqual([
      { node: '1', why: 'done' },
      { node: '2', why: 'call' },
      { node: '1', why: 'done' },
      { node: '2', why: 'Available' },
      { node: '3', why: 'tell' },
    ]);
    expect(turns[3]?.state.slots).toEqual({ harbour: 'Old Harbour', seats: '4' });
  });

  it('asks its function again where a slot changes, and tells what it says now', () => {
    const call: CallFunction = (_, __, { slots }) => ({
      message: slots.harbour === 'New Harbour' ? 'Unavailable' : 'Available',
      boat_name: 'Gull',
    });
    const turns = talk(['A boat with 4 seats from the Old Harbour', 'Rather from the New Harbour'], call);
    expect(turns.map(({ node }) => node)).toEqual(['3', '4']);
  });

  it('does not report a booking that failed, says why, and ends when the user wants nothing else', () => {
    for (const failed of [null, { status: 'rejected' }, { error: 'sold out' }]) {
      const call: CallFunction = (_, query) => (query === 'check' ? { message: 'Available' } : failed);
      const turns = talk(
        ['A boat with 4 seats from the Old Harbour', 'Yes, please', 'No, thank you', 'No'],
        call,
      );
      expect(turns.map(({ node }) => node)).toEqual(['3', null, null, null]);
      expect(turns.slice(1).map(({ answer }) => answer)).toEqual([
        'This could not be done.',
        'Anything else?',
        'Goodbye.',
      ]);
      const grounds = flowGrounds(graph, turns[0]!.state, turns[1]!);
      expect(grounds.steps.at(-1)).toEqual({
        what: 'node 5, external action',
        why: 'called boat_book, book; failed; no edge says what follows',
      });
      expect(grounds.notes[0]).toMatch(/^An action failed/);
    }
  });

  it('asks again if the user says neither yes nor no, and does nothing after a no', () => {
    const edges = BOAT.edges.filter(({ condition }) => condition !== 'no');
    const offered = flowGraph({ ...BOAT, edges });
    let state = startRun(offered);
    const nodes = (...lines: readonly string[]) =>
      lines.map((line) => {
        const turn = runTurn(offered, state, line);
        state = turn.next;
        return turn.action?.id ?? turn.node;
      });
    const start = 'A boat with 4 seats from the Old Harbour';
    expect(nodes(start, 'Does it have sails?', 'Yes')).toEqual(['3', '3', '6']);
    state = startRun(offered);
    expect(nodes(start, 'No', 'Thanks', 'No')).toEqual(['3', 'anything_else', 'anything_else', 'goodbye']);
    state = startRun(offered);
    expect(nodes(start, 'Bye')).toEqual(['3', 'goodbye']);
  });
});

describe('a running flow', () => {
  const nodesOf = (flow: Flow, lines: readonly string[]) => {
    const own = flowGraph(flow);
    let state = startRun(own);
    return lines.map((line) => {
      const turn = runTurn(own, state, line);
      state = turn.next;
      return turn.action?.id ?? turn.node;
    });
  };
  const START = 'A boat with 4 seats from the Old Harbour';

  it('answers a question on the side once, and then returns to the question that is still open', () => {
    const price = { id: 'price', type: 'inform', message: 'It costs 40.' } as const;
    const asked = { source: '3', target: 'price', condition: 'user asks for the price' };
    const flow = { ...BOAT, nodes: [...BOAT.nodes, price], edges: [asked, ...BOAT.edges] };
    expect(nodesOf(flow, [START, 'What is the price?', 'Yes, please'])).toEqual(['3', 'price', '6']);
    expect(nodesOf(flow, [START, 'What is the price?', 'No'])).toEqual(['3', 'price', '1']);
  });

  it('goes on where the user has no value and the flow no edge for that, and asks no second time', () => {
    const edges = BOAT.edges.filter(({ condition }) => condition !== "User doesn't know");
    expect(nodesOf({ ...BOAT, edges }, ['A boat, please', 'Old Harbour', "I don't know"])).toEqual([
      '1',
      '1',
      '3',
    ]);
  });

  it.each([
    [
      'harbour',
      ['A boat, please', 'the one by the mill'],
      '"the one by the mill" is none of: Old Harbour, New Harbour. From which harbour?',
    ],
    ['seats', ['A boat from the Old Harbour', 'yes'], '"yes" is not a whole number. How many seats?'],
  ])('asks again for %s where the answer does not fit, and says why', (_, lines, answer) => {
    expect(talk(lines).at(-1)?.answer).toBe(answer);
    expect(talk([...lines, 'New Harbour, 4 seats']).at(-1)?.state.slots.harbour).toMatch(/Harbour$/);
  });

  it.each(['bye', 'OK, thanks, bye', 'Forget it.', 'No, never mind', 'Cancel that please', 'I’ve got to go'])(
    'lets the customer leave at an open question with "%s"',
    (text) => {
      expect(nodesOf(BOAT, ['A boat, please', text])).toEqual(['1', 'goodbye']);
      expect(nodesOf({ ...BOAT, fallbackActions: [] }, ['A boat, please', text])).toEqual(['1', 'goodbye']);
      const [, left] = talk(['A boat, please', text]);
      expect(flowGrounds(graph, left!.state, left!).steps.at(-1)?.why).toBe('the customer leaves');
    },
  );

  it.each(['Never mind the sails, the Old Harbour', 'The Old Harbour, have a nice day'])(
    'hears what else is said in "%s"',
    (text) => {
      expect(talk(['A boat, please', text]).at(-1)?.state.slots).toEqual({ harbour: 'Old Harbour' });
    },
  );

  it.each([
    ['the value given last', ['A boat with 4 seats', 'No wait, 5 seats'], { seats: '5' }],
    ['a value without its name', ['A boat with 4 seats', 'Sorry, make it 5'], { seats: '5' }],
    ['a value at its end', [START, '5 seats actually'], { harbour: 'Old Harbour', seats: '5' }],
    ['a value after the offer', [START, 'Make it 5 instead'], { harbour: 'Old Harbour', seats: '5' }],
  ])('corrects %s, and asks its question again without a reproach', (_, lines, slots) => {
    const turns = talk(lines);
    expect(turns.at(-1)?.state.slots).toEqual(slots);
    expect(turns.at(-1)?.node).toBe(turns[0]?.node);
    expect(turns.at(-1)?.answer).not.toContain('none of');
  });

  it('reproaches no one who gives another value than the one that is asked for', () => {
    const turns = talk(['A boat, please', 'For 5 seats']);
    expect(turns.at(-1)).toMatchObject({ answer: 'From which harbour?', state: { slots: { seats: '5' } } });
  });

  it('takes a question on the side for an answer where anything may be told', () => {
    const wish = {
      description: 'Wish',
      type: 'string',
      examples: [],
      message: 'What can I do for you?',
    } as const;
    const flow = {
      ...BOAT,
      start: '1',
      nodes: [
        { id: '1', type: 'request' as const, slots: { wish } },
        { id: '2', type: 'inform' as const, message: 'I see.' },
      ],
      edges: [{ source: '1', target: '2' }],
    };
    expect(nodesOf(flow, ['Hello there', 'So', 'Can you tell me where my boat is?'])).toEqual([
      'hello',
      '1',
      '2',
    ]);
  });

  it('gives each end of a trip its own place', () => {
    const place = (message: string) => ({ description: '', type: 'string', examples: [], message }) as const;
    const slots = { destination: place('Where to?'), departure: place('Where from?'), name: place('Who?') };
    const own = flowGraph({ ...BOAT, nodes: [{ id: '1', type: 'request', slots }], edges: [] });
    const { state } = runTurn(own, startRun(own), 'A boat from the airport to Main Street');
    expect(state.slots).toEqual({ destination: 'Main Street', departure: 'the airport' });
    const next = runTurn(own, { ...startRun(own), state }, 'Actually to the museum');
    expect(next.state.slots).toEqual({ destination: 'the museum', departure: 'the airport' });
  });

  it('calls its function again where an optional slot is given after it', () => {
    const [wish] = BOAT.functions;
    const flow = {
      ...BOAT,
      functions: [{ ...wish!, inputs: { ...wish!.inputs, sail: 'categorical' as const } }],
    };
    const [first, ...rest] = BOAT.nodes;
    if (first?.type !== 'request') throw new Error('no request');
    const sail = {
      description: 'Sail',
      type: 'categorical',
      examples: ['red', 'white'],
      rule: 'optional',
    } as const;
    const own = flowGraph({ ...flow, nodes: [{ ...first, slots: { ...first.slots, sail } }, ...rest] });
    const before = runTurn(own, startRun(own), START);
    const called: (string | null | undefined)[] = [];
    runTurn(own, before.next, 'With a red sail', (_, __, { slots }) => {
      called.push(slots.sail);
      return { message: 'Available' };
    });
    expect(called).toEqual(['red']);
  });

  it('tells a list step by step, the same step in detail, and a new list from its start', () => {
    const confirm = (id: string, message: string, question: string) =>
      ({ id, type: 'inform_and_confirm', message, question }) as const;
    const place = { description: '', type: 'string', examples: [], message: 'Where to?' } as const;
    const edge = (source: string, target: string, condition?: string) =>
      condition === undefined ? { source, target } : { source, target, condition };
    const own = flowGraph({
      ...BOAT,
      start: '1',
      nodes: [
        { id: '1', type: 'request', slots: { destination: place } },
        { id: '2', type: 'external_action', action: 'route' },
        confirm('3', '[step].', 'Shall I proceed?'),
        confirm('4', 'Last: [step].', 'Do you know the rest?'),
        { id: '5', type: 'inform', message: 'That is: [detailed_step].' },
      ],
      edges: [
        edge('1', '2'),
        edge('2', '3'),
        edge('3', '4', 'last step'),
        edge('3', '3', 'yes'),
        edge('3', '5', 'no'),
        edge('4', '5', 'no'),
        edge('5', '3'),
      ],
      functions: [],
    });
    const steps = ['Row', 'Turn', 'Land'];
    const result = { step: steps, detailed_step: steps.map((step) => `${step} well`) };
    let state = startRun(own);
    const answers = [
      'Hello there',
      'To the Mill',
      'yes',
      'no',
      'ok',
      'yes',
      'no',
      'No wait, to the Museum',
    ].map((text) => {
      const turn = runTurn(own, state, text, () => result);
      state = turn.next;
      return turn.answer;
    });
    expect(answers).toEqual([
      'Ahoy!',
      'Row. Shall I proceed?',
      'Turn. Shall I proceed?',
      'That is: Turn well.',
      'Land. Shall I proceed?',
      'Last: Land. Do you know the rest?',
      'That is: Land well.',
      'Row. Shall I proceed?',
    ]);
  });

  it.each([
    ['Hello there', 'hello'],
    ['Help, please', 'help'],
    ['Hello, a boat please', '1'],
    ['I need help with a boat', '1'],
    ['Nothing works, could I speak with a human', 'human'],
    ['I wanna talk to humans', 'human'],
    ['Human, please', 'human'],
    ['the human resources boat', '1'],
    ['We talk about boats', '1'],
  ])('takes "%s" for %s', (text, id) => {
    const globalActions = [
      ...BOAT.globalActions,
      { id: 'human', message: 'One moment.', examples: ['talk to a human', 'speak to an agent'] },
      { id: 'help', message: 'Say where from.', examples: ['help'] },
    ];
    expect(nodesOf({ ...BOAT, globalActions }, [text])).toEqual([id]);
  });

  it.each([
    ['only if the harbour is New Harbour', '3'],
    ['only if the harbour is Old Harbour', '1'],
    ['not if the harbour is Old Harbour', '3'],
    ['when it is needed', '1'],
    ['only if the harbour is known', '1'],
    ['only if the harbour was not given', '3'],
    ['only if the harbour is forgotten', '3'],
    ['if the user asks for a pilot', '3'],
    ['only if the user speaks of seats or boats', '1'],
  ])('asks for a slot by its rule: %s', (rule, node) => {
    const [first, ...rest] = BOAT.nodes;
    if (first?.type !== 'request') throw new Error('no request');
    const captain = { ...first.slots.captain!, rule };
    const nodes = [{ ...first, slots: { ...first.slots, captain } }, ...rest];
    expect(nodesOf({ ...BOAT, nodes }, [START])).toEqual([node]);
  });
});

describe('replayFlow', () => {
  const user = (text: string): FlowTurn => ({ role: 'user', text, label: null, result: undefined });
  const system = (label: string | null): FlowTurn => ({ role: 'system', text: '', label, result: undefined });

  it('says where people left the flow, in how many dialogues, and for what', () => {
    const good = [user('Hi'), system('hello'), user('A boat'), system('ask_harbour')];
    const left = [
      user('Hi'),
      system('hello'),
      user('A boat'),
      system('sing'),
      user('Hm'),
      system('ask_harbour'),
    ];
    const figures = replayFlow(trackedFlow(graph), [
      { id: 'a', turns: good },
      { id: 'b', turns: left },
      { id: 'c', turns: [...good, user('?'), system(null)] },
    ]);
    expect(figures).toMatchObject({ dialogues: 3, turns: 16, labelled: 7, followed: 6, whole: 2 });
    expect(figures.steps[0]).toEqual({
      node: '1',
      label: 'ask_harbour',
      predicted: 4,
      followed: 3,
      leftBy: 1,
      instead: [{ label: 'sing', count: 1 }],
      examples: [{ dialogueId: 'b', turn: 3 }],
    });
    const through = [
      user('Hi'),
      system('ask_harbour'),
      user('?'),
      system('ask_seats'),
      user('2'),
      system('offer'),
    ];
    const again = replayFlow(trackedFlow(graph), [
      { id: 'd', turns: [...through, user('no'), system('ask_harbour')] },
    ]);
    expect(again.edges).toEqual([
      { source: '1', target: '2', dialogues: 1 },
      { source: '2', target: '3', dialogues: 1 },
      { source: '3', target: '1', dialogues: 1 },
    ]);
  });
});
