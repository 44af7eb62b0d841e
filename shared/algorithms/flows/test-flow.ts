import type { Flow } from '../../domain/flow.ts';

/** A flow for tests: a boat is asked for, looked up, offered and booked. */
export const BOAT: Flow = {
  chief: 1,
  name: 'boat_book',
  description: 'book a boat',
  start: '1',
  nodes: [
    {
      id: '1',
      type: 'request',
      slots: {
        harbour: {
          description: 'Where',
          type: 'categorical',
          examples: ['Old Harbour', 'New Harbour'],
          message: 'From which harbour?',
          label: 'ask_harbour',
        },
        seats: {
          description: 'Seats',
          type: 'integer',
          examples: [],
          message: 'How many seats?',
          label: 'ask_seats',
        },
        captain: {
          description: 'Captain',
          type: 'boolean',
          examples: [],
          rule: 'optional',
          label: 'ask_captain',
        },
      },
    },
    { id: '2', type: 'external_action', action: 'boat_book', query: 'check' },
    {
      id: '3',
      type: 'inform_and_confirm',
      message: 'The [boat_name] has [seats] seats. Shall I book it?',
      label: 'offer',
    },
    { id: '4', type: 'inform', message: 'Nothing is free.', label: 'none' },
    { id: '5', type: 'external_action', action: 'boat_book', query: 'book' },
    { id: '6', type: 'inform', message: 'Booked as [number].', label: 'booked' },
    {
      id: '7',
      type: 'request',
      slots: {
        wish: {
          description: 'Wish',
          type: 'string',
          examples: [],
          message: 'What instead?',
          label: 'ask_wish',
        },
      },
    },
  ],
  edges: [
    { source: '1', target: '7', condition: "User doesn't know" },
    { source: '1', target: '2' },
    { source: '7', target: '2' },
    { source: '2', target: '3', condition: 'Available' },
    { source: '2', target: '4', condition: 'Unavailable' },
    { source: '3', target: '5', condition: 'yes' },
    { source: '3', target: '1', condition: 'no' },
    { source: '5', target: '6' },
  ],
  globalActions: [{ id: 'hello', message: 'Ahoy!', examples: ['hi'], label: 'hello' }],
  fallbackActions: [
    { id: 'goodbye', message: 'Goodbye.', examples: [], label: 'goodbye' },
    { id: 'anything_else', message: 'Anything else?', examples: [], label: 'anything_else' },
  ],
  functions: [
    {
      name: 'boat_book',
      inputs: { harbour: 'categorical', seats: 'integer' },
      outputs: { boat_name: 'string', number: 'integer' },
    },
  ],
  guidelines: [],
};
