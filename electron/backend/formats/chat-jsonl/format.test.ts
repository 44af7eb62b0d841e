import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, scratchFile } from '../../../../tests/fixtures/formats/collect.ts';

const read = async (values: readonly unknown[], indent?: number): ReturnType<typeof collect> => {
  const text =
    indent === undefined
      ? values.map((value) => `${JSON.stringify(value)}\n`).join('')
      : JSON.stringify(values, null, indent);
  return collect(await scratchFile('chat', text), 'chat-jsonl');
};

const call = (name: string, id = `id-${name}`): object => ({
  id,
  type: 'function',
  function: { name, arguments: '{"a":1}' },
});

describe('chat logs', () => {
  const log = {
    id: 'c1',
    domain: ['airline'],
    reward: 1,
    messages: [
      { role: 'system', content: 'You are an agent.' },
      { role: 'user', content: 'Book a flight' },
      { role: 'assistant', content: null, tool_calls: [call('find'), call('price')] },
      { role: 'tool', tool_call_id: 'id-find', content: '[1]' },
      { role: 'tool', name: 'price', content: '20' },
      { role: 'assistant', content: 'It is 20.', tool_calls: [call('log')] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Good' },
          { type: 'image_url', image_url: { url: `data:${'x'.repeat(500)}` } },
        ],
      },
      { role: 'assistant', name: 'Ada', content: 'Done', created_at: 1509487847 },
    ],
  };

  it('keeps the words, turns tool calls into acts of the reply, and ignores the rest by kind', async () => {
    const { dialogues, ignored, end } = await read([log]);
    expect(dialogues).toHaveLength(1);
    const [{ externalId, domains, extra, utterances }] = dialogues;
    expect({ externalId, domains, extra }).toEqual({
      externalId: 'c1',
      domains: ['airline'],
      extra: { reward: 1, system_messages: ['You are an agent.'] },
    });
    expect(
      utterances.map(({ role, speaker, text, acts, time }) => [role, speaker, text, acts, time]),
    ).toEqual([
      ['user', 'user', 'Book a flight', null, null],
      ['system', 'assistant', 'It is 20.', ['call-find', 'call-price', 'call-log'], null],
      ['user', 'user', 'Good', null, null],
      ['system', 'Ada', 'Done', null, '2017-10-31T22:10:47.000Z'],
    ]);
    expect(utterances[1].extra).toEqual({
      tool_calls: ['find', 'price', 'log'].map((name) => ({ name, arguments: '{"a":1}' })),
      kb_results: [
        { name: 'find', content: '[1]' },
        { name: 'price', content: '20' },
      ],
    });
    expect(utterances[2].extra).toEqual({ parts: [{ type: 'image_url', image_url: 'left out: too long' }] });
    expect(ignored.map(({ reason, records }) => [reason, records])).toEqual([
      ['system messages', 1],
      ['messages that only call tools', 1],
      ['results of tools', 2],
    ]);
    expect(end.records).toBe(8);
  });

  it.each([0, 2])('reads a JSON array with indent %d as it reads lines', async (indent) => {
    const plain = await read([log, { ...log, id: 'c2' }]);
    const array = await read([log, { ...log, id: 'c2' }], indent);
    const withoutLine = ({ dialogues }: typeof plain): unknown =>
      dialogues.map((dialogue) => ({
        ...dialogue,
        utterances: dialogue.utterances.map((utterance) => ({ ...utterance, line: 0 })),
      }));
    expect(withoutLine(array)).toEqual(withoutLine(plain));
    expect(array.end).toEqual(plain.end);
  });

  it('names a conversation by its line or its place in the array, by its task and trial, or by a number', async () => {
    const messages = [{ role: 'user', content: 'x' }];
    const lines = await read([
      { messages },
      messages,
      { conversation_id: 12, messages },
      { task_id: 3, trial: 0, traj: messages },
    ]);
    expect(lines.dialogues.map(({ externalId }) => externalId)).toEqual([
      'line-1',
      'line-2',
      '12',
      'task-3-trial-0',
    ]);
    expect(lines.warnings.join()).toContain('without an id: 2');
    const array = await read([{ messages }, { messages }], 0);
    expect(array.dialogues.map(({ externalId }) => externalId)).toEqual(['item-1', 'item-2']);
  });

  it('reads the layouts of from and value, and of role and text', async () => {
    const { dialogues } = await read([
      {
        id: 'a',
        conversations: [
          { from: 'human', value: 'q' },
          { from: 'gpt', value: 'a' },
          { role: 'customer', text: 'r' },
          { role: 'agent', text: 'b' },
        ],
      },
    ]);
    expect(dialogues[0].utterances.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'q'],
      ['system', 'a'],
      ['user', 'r'],
      ['system', 'b'],
    ]);
  });

  it('rejects bad messages with their place, and conversations without messages or seen before', async () => {
    const { dialogues, rejects, end } = await read([
      {
        id: 'a',
        messages: [
          { role: 'user', content: 'x' },
          { role: 'judge', content: 'y' },
          { content: 'z' },
          { role: 'user', content: 5 },
          { role: 'assistant' },
          7,
        ],
      },
      { id: 'b', messages: [] },
      {
        id: 'a',
        messages: [
          { role: 'user', content: 'x' },
          { role: 'user', content: 'y' },
        ],
      },
      { id: 'c' },
    ]);
    expect(dialogues[0].utterances).toHaveLength(1);
    expect(rejects.map(({ line, records }) => [line, records])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 1],
    ]);
    expect(rejects[0].reason).toContain('Message 2 of "a" has the role "judge"');
    expect(end.records).toBe(10);
  });

  it('keeps calls that no reply follows', async () => {
    const { dialogues } = await read([
      {
        id: 'a',
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: '', tool_calls: [call('end')] },
        ],
      },
    ]);
    expect(dialogues[0].extra).toEqual({ calls_without_reply: [{ name: 'end', arguments: '{"a":1}' }] });
  });

  it('keeps of a long policy so much as a project can bear', async () => {
    const { dialogues } = await read([
      {
        id: 'a',
        messages: [
          { role: 'system', content: 'p'.repeat(50_000) },
          { role: 'user', content: 'x' },
        ],
      },
    ]);
    expect(JSON.stringify(dialogues[0].extra).length).toBeLessThan(5000);
  });

  it('accounts for every message of any log', async () => {
    const content = fc.oneof(
      fc.string(),
      fc.constant(null),
      fc.array(fc.record({ type: fc.constant('text'), text: fc.string() })),
      fc.jsonValue(),
    );
    const role = fc.constantFrom('user', 'assistant', 'system', 'tool', 'developer', 'other', 3);
    const message = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ role, content, tool_calls: fc.constantFrom(undefined, [call('f')], []) }),
      },
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(message, { maxLength: 6 }), { maxLength: 5 }), async (logs) => {
        const { end } = await read([
          { messages: [{ role: 'user', content: 'a' }] },
          ...logs.map((messages) => ({ messages })),
        ]);
        expect(end.records).toBe(1 + logs.reduce((sum, messages) => sum + Math.max(1, messages.length), 0));
      }),
      { numRuns: 150 },
    );
  });
});
