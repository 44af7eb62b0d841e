import { describe, expect, it } from 'vitest';
import { flowGraph } from '../flow-graph.ts';
import type { FlowTurn } from '../following/track-flows.ts';
import { runTurn, startRun } from '../running/run-flow.ts';
import { flowErrors, validateFlow } from '../validate-flow.ts';
import { bestDraft, commonPaths, commonSteps, draftFlow } from './draft-flow.ts';
import { followedBeyondChance } from './score-draft.ts';
import { masked, mostTypical } from './typical-turn.ts';

const user = (text: string): FlowTurn => ({ role: 'user', text, label: null, result: undefined });
const system = (label: string, text: string): FlowTurn => ({
  role: 'system',
  text,
  label,
  result: undefined,
});

const CITIES = ['Rome', 'Oslo'];
const dialogues = Array.from({ length: 40 }, (_, at) => ({
  id: `d${at}`,
  turns: [
    user('Hi'),
    system('hello', 'Hello, how can I help?'),
    user('A trip'),
    system('trip_ask_city', 'To which city?'),
    user(`${CITIES[at % 2]}`),
    system('trip_ask_day', 'On what day?'),
    user('On Monday'),
    system('trip_offer', 'There is one for 30. Shall I book it?'),
    user(at % 4 === 0 ? 'No' : 'Yes'),
    system(
      at % 4 === 0 ? 'trip_sorry' : 'trip_booked',
      at % 4 === 0 ? 'A pity.' : `Booked as ${at}, dear ${at}.`,
    ),
    user('Bye'),
    system('goodbye', 'Goodbye.'),
  ],
}));

it('counts the paths that dialogues take as a whole, with the same step in a row as one', () => {
  const [first] = dialogues;
  const twice = { ...first!, turns: first!.turns.flatMap((turn) => [turn, turn]) };
  expect(commonPaths([twice, ...dialogues.slice(1)])).toEqual([
    {
      labels: ['hello', 'trip_ask_city', 'trip_ask_day', 'trip_offer', 'trip_booked', 'goodbye'],
      dialogues: 30,
    },
    {
      labels: ['hello', 'trip_ask_city', 'trip_ask_day', 'trip_offer', 'trip_sorry', 'goodbye'],
      dialogues: 10,
    },
  ]);
  expect(commonPaths(dialogues.slice(0, 4))).toEqual([]);
});

describe('draftFlow', () => {
  const { flow, nodes, edges } = draftFlow('trip', dialogues);
  const labelOf = (id: string) => {
    const node = flow.nodes.find((one) => one.id === id);
    return node?.type === 'request' ? Object.values(node.slots)[0]?.label : node?.label;
  };

  it('makes requests of questions, confirmations of those answered by yes or no, and informs by all else', () => {
    expect(flow.nodes.map((node) => [node.type, labelOf(node.id)])).toEqual([
      ['request', 'trip_ask_city'],
      ['request', 'trip_ask_day'],
      ['inform_and_confirm', 'trip_offer'],
      ['inform', 'trip_booked'],
      ['inform', 'trip_sorry'],
    ]);
    const slots = flow.nodes.flatMap((node) => (node.type === 'request' ? Object.entries(node.slots) : []));
    expect(slots.map(([name, { type, examples }]) => [name, type, examples])).toEqual([
      ['city', 'name', ['oslo', 'rome']],
      ['day', 'date', ['on monday']],
    ]);
    expect(flow.globalActions.map(({ label }) => label)).toEqual(['hello']);
    expect(flow.fallbackActions.map(({ id }) => id)).toEqual(['goodbye', 'out_of_scope']);
  });

  it('draws the edges with how many dialogues take them, the most frequent one without a condition', () => {
    const [sorry] = flow.edges.filter(({ target }) => labelOf(target) === 'trip_sorry');
    expect(sorry?.condition).toBe('no');
    expect(
      edges.map(({ source, target, dialogues: count }) => [labelOf(source), labelOf(target), count]),
    ).toEqual([
      ['trip_ask_city', 'trip_ask_day', 40],
      ['trip_ask_day', 'trip_offer', 40],
      ['trip_offer', 'trip_booked', 30],
      ['trip_offer', 'trip_sorry', 10],
    ]);
    expect(nodes[0]).toEqual({ node: '1', dialogues: 40, examples: ['d0', 'd1', 'd10', 'd11', 'd12'] });
    expect(flowErrors(validateFlow(flow))).toEqual([]);
  });

  it('says which answer leads on from a question where that is no, or where two edges would be for yes', () => {
    const talks = (last: (at: number) => readonly [string, string]) =>
      Array.from({ length: 40 }, (_, at) => ({
        id: `q${at}`,
        turns: [
          user('I have a question'),
          system('explain', 'It works like this.'),
          user('I see'),
          system('ask_more', 'Can I do more for you?'),
          user(last(at)[0]),
          system(last(at)[1], 'Well.'),
        ],
      }));
    const fromQuestion = (last: (at: number) => readonly [string, string]) => {
      const drafted = draftFlow('more', talks(last), 0.1).flow;
      const question = drafted.nodes.find(({ type }) => type === 'inform_and_confirm')!;
      return drafted.edges.filter(({ source }) => source === question.id).map(({ condition }) => condition);
    };
    expect(fromQuestion(() => ['No, thanks', 'close'])).toEqual(['no']);
    expect(fromQuestion(() => ['Yes', 'open'])).toEqual([undefined]);
    expect(fromQuestion((at) => ['Yes', at % 4 === 0 ? 'call' : 'open'])).toEqual([
      undefined,
      'unclear when',
    ]);
    const apart = fromQuestion((at) => (at % 4 === 0 ? ['Yes, by phone', 'call'] : ['Yes', 'open']));
    expect(apart).toEqual([undefined, 'user speaks of phone']);
  });

  it('asks for all that a step needs, though customers who give it at first are not asked', () => {
    const asks = [
      ['ask_from', 'Where from?', 'from Rome'],
      ['ask_to', 'Where to?', 'to Basel'],
      ['ask_seat', 'Which seat?', 'at the window'],
    ] as const;
    const talks = Array.from({ length: 60 }, (_, at) => ({
      id: `s${at}`,
      turns: [
        user('I need a train'),
        ...asks
          .filter((_, ask) => (at + ask) % 3 > 0)
          .flatMap(([label, text, answer]) => [system(label, text), user(answer)]),
        system('book', 'It is booked.'),
        user('Good'),
        system('close', 'All is done.'),
      ],
    }));
    const { flow: drafted } = draftFlow('train', talks, 0.1);
    const graph = flowGraph(drafted);
    let now = startRun(graph);
    const answers = ['I need a train', 'Rome', 'Basel', 'the window'].map((text) => {
      const turn = runTurn(graph, now, text);
      now = turn.next;
      return turn.answer;
    });
    expect(answers).toEqual(['Where from?', 'Where to?', 'Which seat?', 'It is booked.']);
  });

  it('takes no wording that is a whole thread, however many have copied it', () => {
    const copied = dialogues.map(({ id, turns }) => ({
      id,
      turns: turns.map((turn) =>
        turn.label === 'trip_ask_day' ? { ...turn, text: 'On what day? '.repeat(40) } : turn,
      ),
    }));
    const [, day] = draftFlow('trip', copied).flow.nodes;
    expect(day).toMatchObject({ slots: { day: { message: 'trip ask day' } } });
  });

  it('words a step as it typically is, and masks what belongs to one dialogue', () => {
    const messages = flow.nodes.map((node) => ('message' in node ? node.message : ''));
    expect(messages).toContain('Booked as [number], dear [number].');
    expect(messages).toContain('There is one for [number]. Shall I book it?');
  });

  it('takes for a greeting what only greets, and not what begins with one', () => {
    const greeted = Array.from({ length: 40 }, (_, at) => ({
      id: `g${at}`,
      turns: [
        user('Hi'),
        system('say-hello', 'Hello, how can I help?'),
        user('My parcel is late'),
        system('check-mail', 'Hi there, please check your messages for further instructions.'),
      ],
    }));
    const { flow: own } = draftFlow('parcel', greeted);
    expect(own.globalActions.map(({ id }) => id)).toEqual(['say_hello']);
  });

  it('takes no name of a person for the condition of an edge, however many bear it', () => {
    const named = Array.from({ length: 40 }, (_, at) => {
      const isRefund = at % 3 === 0;
      return {
        id: `n${at}`,
        turns: [
          user('A letter came'),
          system('ask_name', 'What is your name, please?'),
          user(isRefund ? 'My name is Zyqfelga and I want a refund' : 'My name is Kwobrint'),
          system(isRefund ? 'refund' : 'explain', isRefund ? 'It is on its way.' : 'That was a mistake.'),
          user('Good'),
          system('close', 'All is done.'),
        ],
      };
    });
    const conditions = draftFlow('refund', named).flow.edges.flatMap(({ condition }) => condition ?? []);
    expect(conditions).toEqual(['user speaks of refund']);
  });

  describe('after a question', () => {
    const answered = (answers: readonly [string, string]) =>
      Array.from({ length: 40 }, (_, at) => {
        const isOther = at % 4 === 0;
        return {
          id: `a${at}`,
          turns: [
            user('My balance'),
            system('ask_account', 'And your account number as well please.'),
            user(answers[isOther ? 1 : 0]),
            system(isOther ? 'ask_birth' : 'balance', isOther ? 'When were you born?' : 'It is high.'),
            user('Good'),
            system('close', 'All is done.'),
          ],
        };
      });
    const conditionsOf = (answers: readonly [string, string]) =>
      draftFlow('balance', answered(answers)).flow.edges.flatMap(({ condition }) => condition ?? []);

    it('is one that has no question mark, if agents ask for something of the customer', () => {
      const { nodes } = draftFlow('balance', answered(['It is 4711', 'It is 4711'])).flow;
      expect(nodes[0]).toMatchObject({ type: 'request', slots: { account: { label: 'ask_account' } } });
    });

    it('the edge of those who cannot answer says so', () => {
      expect(conditionsOf(['It is 4711', "I can't remember it"])).toEqual(["can't remember"]);
    });

    it('words of grammar and politeness tell nothing', () => {
      expect(conditionsOf(['It is 4711', 'You need to know, thanks, it is 4711'])).toEqual(['unclear when']);
      expect(conditionsOf(['It is 4711', 'I closed that account, it is 4711'])).toEqual([
        'user speaks of account, closed',
      ]);
    });
  });

  it('draws the edges that a share of dialogues takes where there is no design to find, and none back', () => {
    // Anything follows anything: no edge is one that a designer would have drawn.
    const loose = Array.from({ length: 60 }, (_, at) => ({
      id: `l${at}`,
      turns: [user('Help'), ...[at % 3, (at + 1 + (at % 2)) % 3].map((step) => system(`s${step}`, 'Well.'))],
    }));
    expect(draftFlow('loose', loose).flow.nodes).toEqual([]);
    const some = draftFlow('loose', loose, 0.1).flow;
    expect(some.nodes).toHaveLength(3);
    expect(some.description).toBe(
      'Drafted from 60 dialogues, with paths that at least 10 % of them take. "unclear when" marks paths where the customers\' words do not show when to take the path.',
    );
    const order = some.nodes.map(({ id }) => id);
    for (const { source, target } of some.edges)
      expect(order.indexOf(source)).toBeLessThan(order.indexOf(target));
    expect(draftFlow('loose', loose, 0.3).flow.nodes).toEqual([]);
  });

  it('takes for a fallback what mostly ends a dialogue, and not what did once', () => {
    const ended = dialogues.map(({ id, turns }, at) => ({
      id,
      turns:
        at < 3
          ? [...turns, user('One more thing'), system('rare', at === 0 ? 'Goodbye.' : 'The tag number?')]
          : turns,
    }));
    const { fallbackActions, description } = draftFlow('trip', ended).flow;
    expect(fallbackActions.map(({ label }) => label)).toEqual(['goodbye', undefined]);
    expect(description).not.toContain('rare');
  });

  describe('where customers give values that agents repeat', () => {
    const blocked = Array.from({ length: 40 }, (_, at) => ({
      id: `c${at}`,
      turns: [
        user('My card is gone'),
        system('ask_digits', 'What are the last digits of the card?'),
        user(at % 8 === 0 ? "I don't know them" : `They are ${4000 + 7 * at}, I think`),
        system('ask_town', 'Where did you lose it?'),
        user(`In ${['Bern', 'New York', 'Basel'][at % 3]}, I think`),
        system(
          'block',
          `The card ending in ${4000 + 7 * at} lost in ${['Bern', 'New York', 'Basel'][at % 3]} is blocked since ${at} pm.`,
        ),
        user('Good'),
        system(
          at % 6 === 0 ? 'other' : 'close',
          at % 6 === 0 ? 'Look at our page.' : 'Is there anything else?',
        ),
        user('Bye'),
      ],
    }));
    const { flow: card } = draftFlow('card', blocked, 0.5);

    it('tells them as slots that it asks for, and masks all others', () => {
      const [, , block] = card.nodes;
      expect(block).toMatchObject({
        message: 'The card ending in [digits] lost in [town] is blocked since [time].',
      });
      expect(card.nodes.slice(0, 2)).toMatchObject([
        { type: 'request', slots: { digits: { type: 'integer' } } },
        { type: 'request', slots: { town: { type: 'string' } } },
      ]);
      const [gap] = validateFlow(card).filter(({ kind }) => kind === 'never-asked');
      expect(gap?.message).toMatch(/^The message of node 3 uses \[time\]/);
    });

    it('fills them in a conversation, and has something to say when no step follows', () => {
      const graph = flowGraph(card);
      let now = startRun(graph);
      const say = (text: string): string => {
        const { next, answer } = runTurn(graph, now, text);
        now = next;
        return answer;
      };
      expect(say('My card is gone')).toBe('What are the last digits of the card?');
      expect(say('4711')).toBe('Where did you lose it?');
      expect(say('Chur')).toBe('The card ending in 4711 lost in Chur is blocked since [time].');
      const rest = ['Good', 'Where is your office?', 'No', 'And how late is it?', 'Bye'].map(say);
      expect(rest).not.toContain('');
      expect(rest).toContain('Is there anything else?');
      expect(rest.join(' ')).toMatch(/cannot help you with that here/);
    });

    it('names the steps that it leaves to the fallback', () => {
      expect(card.description).toMatch(/Steps left to the fallback: other\.$/);
    });
  });

  it('leads on from a question as most dialogues do, also where each edge is rare', () => {
    const split = Array.from({ length: 60 }, (_, at) => {
      const asksMore = at % 3 === 0;
      const last = asksMore
        ? ['repair', 'refund', 'call'][at % 9 === 0 ? 0 : at % 9 === 3 ? 1 : 2]!
        : 'repair';
      return {
        id: `e${at}`,
        turns: [
          user('It broke'),
          system('ask_what', 'What did break?'),
          user('The lamp'),
          ...(asksMore ? [system('ask_when', 'When did you buy it?'), user('In May')] : []),
          system(last, 'Well.'),
          user('Thanks'),
        ],
      };
    });
    const { nodes, edges } = draftFlow('split', split, 0.3).flow;
    expect(nodes.map((node) => Object.values('slots' in node ? node.slots : {})[0]?.label)).toEqual([
      'ask_what',
      'ask_when',
      undefined,
    ]);
    expect(edges.map(({ source, target }) => `${source} ${target}`)).toContain('2 3');
  });

  it('takes a type only if it fits nearly all answers, and no number that is part of a code', () => {
    const orders = (answer: (at: number) => string) =>
      Array.from({ length: 40 }, (_, at) => ({
        id: `o${at}`,
        turns: [
          user('Where is my parcel?'),
          system('ask_order', 'What is your order number?'),
          user(answer(at)),
          system('check', 'Let me look.'),
          user('Thanks'),
          system('close', 'All is done.'),
        ],
      }));
    const typeFor = (answer: (at: number) => string) => {
      const [request] = draftFlow('order', orders(answer)).flow.nodes;
      return request?.type === 'request' ? request.slots.order?.type : null;
    };
    expect(typeFor((at) => `It is ${1000 + at}`)).toBe('integer');
    expect(typeFor((at) => (at % 2 === 0 ? `It is ${1000 + at}` : `FB${1000 + at}`))).toBe('string');
    expect(typeFor((at) => (at % 3 === 0 ? "I don't remember" : `${1000 + at}`))).toBe('integer');
    // The answer to "Your name?" often says more.
    const more = [
      '. I have lost my card',
      '',
      ' and I would like to know where it is, because I need it',
      '.',
    ];
    expect(typeFor((at) => `My name is Ada Ray${more[at % 4]}`)).toBe('name');
  });

  it('is empty where nothing is labelled', () => {
    const unlabelled = dialogues.map(({ id, turns }) => ({
      id,
      turns: turns.map((turn) => ({ ...turn, label: null })),
    }));
    expect(draftFlow('trip', unlabelled).flow.nodes).toEqual([]);
  });
});

describe('the draft of two requests', () => {
  const bookings = Array.from({ length: 40 }, (_, at) => {
    const cancels = at % 3 === 0;
    const slow = at % 4 === 0 ? [system('slow', 'The system is slow today.'), user('Fine')] : [];
    const end = cancels
      ? [
          system('fee', 'There is a fee of 30. Do you want to cancel?'),
          user('Go ahead, cancel everything'),
          system('canceled', 'Done.'),
        ]
      : [
          system('ask_day', 'Which day?'),
          user('Monday'),
          system('checked', 'There is a seat.'),
          system('moved', at % 8 === 1 ? 'You fly at 9.' : 'You fly on Monday.'),
        ];
    return {
      id: `b${at}`,
      turns: [
        system('welcome', 'Thanks for your patience. What can I do for you?'),
        user(cancels ? 'My trip is off, I need a cancellation' : 'I need a different flight'),
        ...slow,
        system('ask_code', 'What is your booking code?'),
        user('QX7P2L'),
        ...end,
      ],
    };
  });
  const { flow } = draftFlow('booking', bookings, 0.2);
  const labelOf = (id: string | undefined) => {
    const node = flow.nodes.find((one) => one.id === id);
    return node?.type === 'request' ? Object.values(node.slots)[0]?.label : node?.label;
  };
  const edgesOf = (label: string) =>
    flow.edges
      .filter(({ source }) => labelOf(source) === label)
      .map(({ target, condition }) => [labelOf(target), condition]);

  it('begins with what agents mostly do first, not with a rare preface', () => {
    expect(labelOf(flow.start)).toBe('ask_code');
    expect(flow.nodes.map(({ id }) => labelOf(id))).not.toContain('slow');
  });

  it('takes for a greeting what offers help before customers say anything', () => {
    expect(flow.globalActions.map(({ label }) => label)).toEqual(['welcome']);
  });

  it('decides an edge by what customers said before the step, if they say nothing after it', () => {
    expect(edgesOf('ask_code')).toEqual([
      ['ask_day', undefined],
      ['fee', 'user asked about cancellation, trip'],
    ]);
    const graph = flowGraph(flow);
    const { next } = runTurn(graph, startRun(graph), 'My trip is off, I need a cancellation', () => null);
    expect(runTurn(graph, next, 'QX7P2L', () => null).answer).toContain('Do you want to cancel?');
  });

  it('asks the next question first whatever customers said before', () => {
    const reports = Array.from({ length: 40 }, (_, at) => ({
      id: `f${at}`,
      turns: [
        user(at % 3 === 0 ? 'There is a fraud' : 'Please help me'),
        system('ask_name', 'What is your name?'),
        user('Jo'),
        ...(at % 3 === 0
          ? [system('ask_details', 'What happened?'), user('My money is gone'), system('filed', 'Filed.')]
          : [system('refused', 'I cannot find you.')]),
      ],
    }));
    const { flow } = draftFlow('fraud', reports, 0.2);
    const [first] = flow.edges.filter(({ source }) => source === flow.start);
    expect(first).toEqual({ source: flow.start, target: flow.nodes[1]!.id });
    expect(flow.nodes[1]).toMatchObject({ type: 'request' });
  });

  it('leads on from a step that most dialogues leave so, even if it usually comes later than the next one', () => {
    const returns = Array.from({ length: 40 }, (_, at) => ({
      id: `r${at}`,
      turns: [
        user('A return'),
        system('ask_order', 'What is your order number?'),
        ...(at % 4 === 0
          ? [user('Wait'), user('Here'), user('Order 12'), system('found', 'I see it.')]
          : [user('12')]),
        system('ask_reason', 'Why do you return it?'),
        user('It is broken'),
        system('label', 'Here is a label.'),
      ],
    }));
    const { flow } = draftFlow('return', returns, 0.2);
    const found = flow.nodes.find(({ label }) => label === 'found')!;
    expect(flow.edges.filter(({ source }) => source === found.id)).toHaveLength(1);
  });

  it('has the edge that most dialogues take from a step, also if another path leads to the same step', () => {
    const offers = Array.from({ length: 69 }, (_, at) => {
      const kind = at % 23;
      const other = [
        user('No, is there a cheaper one?'),
        system('other', 'There is one on Friday. Is that fine?'),
        user('Yes'),
      ];
      const paid = [
        system('ask_payment', 'How do you pay?'),
        user('By card'),
        system('moved', 'It is moved.'),
      ];
      return {
        id: `o${at}`,
        turns: [
          user('Another day'),
          system('ask_code', 'What is your code?'),
          user('QX7P2L'),
          system('quote', 'There is a fee of 30. Shall I move it?'),
          ...(kind < 12
            ? [user('Yes'), ...paid]
            : kind < 19
              ? [user('No, too much'), system('keep', 'Your booking stays.')]
              : [...other, ...paid]),
        ],
      };
    });
    const { flow } = draftFlow('move', offers);
    const quote = flow.nodes.find((node) => node.label === 'quote')!;
    const pay = flow.nodes.find((node) => node.type === 'request' && 'payment' in node.slots)!;
    expect(flow.edges).toContainEqual({ source: quote.id, target: pay.id });
  });

  it('takes "cancel it" for a yes where the question is whether to cancel', () => {
    expect(edgesOf('fee')).toEqual([['canceled', undefined]]);
  });
});

describe('the score of a draft', () => {
  const steps = ['a', 'b', 'c', 'd'];
  const talks = (order: (at: number) => readonly string[]) =>
    Array.from({ length: 60 }, (_, at) => ({
      id: `s${at}`,
      turns: order(at).flatMap((label) => [user('Well'), system(label, `This is ${label}.`)]),
    }));

  it('is high where everybody takes the same steps', () => {
    const { flow, followed } = bestDraft(
      'same',
      talks(() => steps),
    );
    expect(followed).toBeGreaterThan(0.9);
    expect(flow.nodes).toHaveLength(4);
  });

  it('is none where steps come in any order, or one of them is most frequent', () => {
    const anyOrder = talks((at) => steps.map((_, place) => steps[(at * 7 + place * (1 + (at % 3))) % 4]!));
    const frequent = talks((at) => steps.map((_, place) => (place === at % 9 ? 'b' : 'a')));
    for (const loose of [anyOrder, frequent]) {
      expect(bestDraft('loose', loose).followed).toBeLessThan(0.3);
      const { flow } = draftFlow('loose', loose, 0.05);
      expect(followedBeyondChance(flow, loose)).toBeLessThan(0.3);
    }
  });

  it('draws rarer paths where the others have no two steps in a row', () => {
    const mostlyOne = Array.from({ length: 200 }, (_, at) => ({
      id: `d${at}`,
      turns: [
        user('My bag is lost'),
        system('a', 'Please write to us.'),
        ...(at < 6 ? [user('I did'), system('b', 'We will call you.')] : []),
      ],
    }));
    expect(draftFlow('any', mostlyOne, 0.05).nodes).toEqual([]);
    const { nodes, share } = bestDraft('any', mostlyOne);
    expect(nodes).toHaveLength(2);
    expect(share).toBe(0.02);
    expect(bestDraft('one', mostlyOne.slice(6)).nodes).toEqual([]);
  });

  it('counts nodes, but no greeting that is said at any time', () => {
    const greeted = (order: (at: number) => readonly string[]) =>
      talks((at) => ['hello', ...order(at)]).map(({ id, turns }) => ({
        id,
        turns: turns.map((turn) =>
          turn.label === 'hello' ? { ...turn, text: 'Hello, how can I help?' } : turn,
        ),
      }));
    const anyOrder = greeted((at) => steps.map((_, place) => steps[(at * 7 + place * (1 + (at % 3))) % 4]!));
    expect(bestDraft('any', anyOrder).followed).toBeLessThan(0.3);
    expect(
      bestDraft(
        'same',
        greeted(() => steps),
      ).followed,
    ).toBeGreaterThan(0.9);
  });

  it('has only nodes that the start leads to', () => {
    // Two tasks without a common step. A flow can have only one start.
    const two = talks((at) => (at % 3 === 0 ? ['x', 'y'] : steps));
    const { flow } = draftFlow('two', two, 0.1);
    expect(flowGraph(flow).reach(flow.start!).size).toBe(flow.nodes.length);
    expect(flow.nodes.map((node) => 'label' in node && node.label)).toEqual(steps);
  });

  it('tells the steps that dialogues have in common, most frequent first', () => {
    const two = talks((at) => (at % 3 === 0 ? ['x'] : ['y']));
    expect(commonSteps(two)).toEqual([
      { label: 'y', dialogues: 40, text: 'This is y.' },
      { label: 'x', dialogues: 20, text: 'This is x.' },
    ]);
  });
});

describe('the wording of a step', () => {
  const naming = { names: new Set(['zyqfelga']), common: new Set(['sure', 'there', 'please']) };

  it.each([
    ['@115712 Hi Kwobrint, call 0800 123 456. ^JS', 'Hi, call [number].'],
    ['Hi there, see https://t.co/abc', 'Hi there, see [link]'],
    ['It costs $5.20, dear Kwobrint.', 'It costs [amount].'],
    ['Kwobrint, we are sorry', 'We are sorry'],
    ['Kwobrint, I am sorry', 'I am sorry'],
    ['Sure, Zyqfelga has it', 'Sure, [name] has it'],
    ['Noted, it comes on 3 May', 'Noted, it comes on [number] May'],
    ['We can help with this, Kwobrint! -AA', 'We can help with this!'],
    [
      'Please send us a message so we can assist you. -Wobrint',
      'Please send us a message so we can assist you.',
    ],
    ['Write to ada@example.org by 3/4', 'Write to [email] by [date]'],
    ['The reference is VA7C8WIS, for 5pm', 'The reference is [code], for [time]'],
  ])('masks %s', (text, expected) => {
    expect(masked(text, naming)).toBe(expected);
  });

  it('is the turn that is most like the others', () => {
    const asks = ['Please send us your order number', 'Send us your order number', 'Your order number'];
    expect(mostTypical(['Lovely weather', ...asks])).toBe(asks[1]);
    expect(mostTypical([])).toBeNull();
  });
});
