import { describe, expect, it } from 'vitest';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import {
  type FlowTurn,
  fillReply,
  type Moment,
  trackedFlow,
  trackFlows,
} from '#shared/algorithms/flows/following/track-flows.ts';
import { fitReplyChooser } from '../../lab/flows/choose-reply.ts';
import { learnWordings, wordLabel } from '../../lab/flows/learned-wordings.ts';
import { BOAT } from '../fixtures/boat-flow.ts';

const boat = trackedFlow(flowGraph(BOAT));
const user = (text: string): FlowTurn => ({ role: 'user', text, label: null, result: undefined });
const system = (label: string | null, text = '', result?: FlowTurn['result']): FlowTurn => ({
  role: 'system',
  text,
  label,
  result,
});

const BOOKING = [
  user('Hi!'),
  system('hello'),
  user('I need a boat from the Old Harbour'),
  system('ask_seats'),
  user('4'),
  system('offer', '', { Message: 'Available', BoatName: 'Gull' }),
  user('Yes please'),
  system('booked', '', { Message: 'Booked', Number: 17 }),
  user('Great, thanks'),
  system('anything_else'),
  user('No.'),
  system('goodbye'),
];

describe('trackFlows', () => {
  it('says before every turn of the system what the flow would say, in words and why', () => {
    const moments = [...trackFlows([boat], BOOKING)];
    expect(moments.map(({ reply, answer }) => [reply?.label, answer, reply?.why])).toEqual([
      ['hello', 'Ahoy!', 'greeting'],
      ['ask_seats', 'How many seats?', 'ask'],
      ['offer', 'The Gull has 4 seats. Shall I book it?', 'result'],
      ['booked', 'Booked as 17.', 'result'],
      ['anything_else', 'Anything else?', 'nothing left'],
      ['goodbye', 'Goodbye.', 'farewell'],
    ]);
  });

  it('looks at nothing of the turn to come, and without results tells what a call that went well would', () => {
    const blind = [...trackFlows([boat], BOOKING, { hideResults: true })];
    const changed = BOOKING.map((turn, at) =>
      at === 5 ? system('none', 'x', { Message: 'Unavailable' }) : turn,
    );
    expect([...trackFlows([boat], changed, { hideResults: true })][2]).toEqual(blind[2]);
    expect(blind[2]?.reply).toMatchObject({ label: 'offer', why: 'call' });
    const relabelled = BOOKING.map((turn, at) => (at === 5 ? { ...turn, label: 'none', text: 'y' } : turn));
    expect([...trackFlows([boat], relabelled)][2]).toEqual([...trackFlows([boat], BOOKING)][2]);
  });

  it('takes the action as failed if the agent said that nothing was free', () => {
    const turns = [...BOOKING.slice(0, 5), system('none'), user('Hm, is that so?'), system(null)];
    const later = [...trackFlows([boat], turns)].at(-1);
    expect(later?.follower?.state.results['2']).toEqual({ message: 'Unavailable' });
    expect(later?.reply?.label).toBe('anything_else');
  });

  it('never reports success if the action found nothing', () => {
    const edges = BOAT.edges.map((edge) =>
      edge.source === '2' && edge.target === '4' ? { ...edge, condition: 'nothing found' } : edge,
    );
    const searched = trackedFlow(flowGraph({ ...BOAT, edges }));
    const found = [...BOOKING.slice(0, 5), system('none', '', null), user('No, thank you'), system(null)];
    const replies = [...trackFlows([searched], found)].slice(-2).map(({ reply }) => reply?.label);
    expect(replies).toEqual(['none', 'goodbye']);
    // The flow has no edge for a booking that failed.
    const unbooked = [...BOOKING.slice(0, 7), system('sorry', '', null), user('Well?'), system(null)];
    expect([...trackFlows([boat], unbooked)].slice(-2).map(({ reply }) => reply?.label)).not.toContain(
      'booked',
    );
  });

  it('goes on with the flow that the words, the function or the step taken is of', () => {
    const train = trackedFlow(
      flowGraph({
        ...BOAT,
        name: 'train_search',
        description: 'find a train',
        nodes: [
          {
            id: '1',
            type: 'request',
            slots: {
              station: {
                description: '',
                type: 'string',
                examples: [],
                label: 'ask_station',
                message: 'Where?',
              },
            },
          },
        ],
        edges: [],
        functions: [],
      }),
    );
    const turns = [
      user('I need a train'),
      system('ask_station'),
      user('Hm, rather a boat'),
      system('ask_harbour'),
      user('Old'),
      system('ask_seats'),
    ];
    const moments = [...trackFlows([boat, train], turns)];
    expect(moments.map(({ flow }) => flow?.graph.flow.name)).toEqual([
      'train_search',
      'train_search',
      'boat_book',
    ]);
    expect(moments[2]?.reply?.label).toBe('ask_seats');
  });
});

describe('fillReply', () => {
  it('takes the field most alike, else the slot, and leaves out what nothing fills', () => {
    const values = {
      result: { VenueName: 'West Bay', Time: '4 pm', Steps: ['left', 'right'] },
      slots: { day: 'Monday' },
      piece: 1,
    };
    expect(fillReply('[venue] on [day] @ [starting_time], now [step]', values)).toBe(
      'West Bay on Monday @ 4 pm, now right',
    );
    expect(fillReply('It is [color].', values)).toBe('It is.');
  });
});

describe('the flow and what transcripts taught', () => {
  // Here people ask for the seats first, whatever the flow says.
  const taught = Array.from({ length: 30 }, (_, at) => [
    user('Hi!'),
    system('hello', 'Ahoy!'),
    user(`I need boat number ${at}`),
    system(at % 10 === 0 ? 'ask_harbour' : 'ask_seats', `Seats, number ${at}?`),
    user('4'),
    system('ask_harbour', 'Which harbour, dear?'),
  ]).flatMap((turns) => {
    const moments = [...trackFlows([boat], turns)];
    return moments.map((moment) => ({
      moment,
      label: turns[moment.turn]!.label!,
      text: turns[moment.turn]!.text,
    }));
  });
  const [, asking] = [
    ...trackFlows([boat], [user('Hi!'), system('hello'), user('I need a boat'), system(null)]),
  ] as [Moment, Moment];

  it('go by what was done at such moments, where that differs from the flow', () => {
    expect(asking.reply?.label).toBe('ask_harbour');
    const chooser = fitReplyChooser(taught);
    const [best, ...rest] = chooser.choose(asking);
    expect(best?.label).toBe('ask_seats');
    expect([best!, ...rest].reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
    expect(fitReplyChooser(taught).choose(asking)).toEqual([best, ...rest]);
  });

  it('word a label as transcripts mostly do, else by the template', () => {
    const wordings = learnWordings(taught.map(({ moment, ...rest }) => ({ ...rest, flow: moment.flow })));
    expect(wordLabel('ask_harbour', asking, wordings)).toBe('Which harbour, dear?');
    expect(wordLabel('ask_seats', asking, wordings)).toBe('How many seats?');
    expect(wordLabel('dance', asking, wordings)).toBeNull();
  });
});
