import { describe, expect, it } from 'vitest';
import { parseFlow, printFlow } from './flow-file.ts';

const PAPER = {
  nodes: [
    {
      id: 1,
      type: 'request',
      slots: { ride_id: { description: 'The ride', type: 'integer', examples: ['102', '500'] } },
    },
    { id: 2, type: 'external_action', action: 'query', query: 'RideChange' },
    { id: 3, type: 'inform', message: 'Changed [ride_id].' },
    { id: 4, type: 'inform_and_confirm', message: 'It failed.', question: 'Again?' },
  ],
  edges: [
    { source: 1, target: 2 },
    { source: 2, target: 3, condition: 'Success' },
    { source: 2, target: 4, condition: 'Failure' },
  ],
};

describe('the file of a flow', () => {
  it("reads the paper's form, and writes what it reads again", () => {
    const read = parseFlow(PAPER);
    if (!('flow' in read)) throw new Error(read.problem);
    const written = printFlow(read.flow);
    expect(JSON.parse(written)).toMatchObject(PAPER);
    const again = parseFlow(JSON.parse(written));
    expect(again).toEqual(read);
    expect('flow' in again && printFlow(again.flow)).toBe(written);
  });

  it.each([
    [{ chief: 2, nodes: 'later' }, 'version 2', 'chief', '2'],
    [
      { nodes: [{ id: 1, type: 'loop' }] },
      'nodes.0.type must be one of "request", "external_action"',
      'nodes.0.type',
      '"loop"',
    ],
    [{ nodes: [{ id: 1, type: 'inform' }] }, 'nodes.0.message is missing', 'nodes.0.message', 'nothing'],
    [
      { nodes: [{ id: 1, type: 'request', slots: { 'a b': {} } }] },
      'nodes.0.slots.a b: A name can contain',
      'nodes.0.slots.a b',
      '{}',
    ],
    [{ nodes: [], flow: 1 }, 'the flow has unknown fields: flow', '', '{"nodes":[],"flow":1}'],
    ['text', 'the flow must be an object', '', '"text"'],
  ])('says of %j what is wrong and where', (value, problem, place, shown) => {
    expect(parseFlow(value)).toMatchObject({
      problem: expect.stringContaining(problem),
      place,
      value: shown,
      nextStep: expect.stringMatching(/\.$/),
    });
  });
});
