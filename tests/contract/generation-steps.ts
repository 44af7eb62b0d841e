import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnswerEvent } from '#shared/contract/generation.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeGeneration(suite: Suite): void {
  const read = async (stream: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> => {
    const events: AnswerEvent[] = [];
    for await (const event of stream) events.push(event);
    return events;
  };

  it('answers a turn with the most typical example, as the comparison does', async () => {
    const { client } = suite;
    const { dialogue, turn } = await client.comparison.randomTurn({ seed: 3 });
    const { columns } = await client.comparison.compare({ dialogue, turn, methods: ['bm25-last'] });
    const column = { method: 'bm25-last', answerer: { kind: 'consensus' } } as const;
    const events = await read(await client.generation.answer({ dialogue, turn, column }));
    expect(events).toMatchObject([
      { kind: 'done', answer: { turns: [{ turn, text: columns[0].answer?.text }], prompt: null } },
    ]);
    expect(
      await errorOf(client.generation.answer({ dialogue, turn, column: { ...column, method: 'none' } })),
    ).toMatchObject({ code: 'INVALID' });
  });

  it('streams the request and the model’s answer, and previews the same without sending', async () => {
    const { client } = suite;
    const server = await startModelServer({ answer: () => 'The parcel is on its way.' });
    const [, , preset] = await client.providers.presets();
    const { id } = await client.providers.save({
      id: null,
      draft: { ...preset.draft, name: 'Answering', baseUrl: server.baseUrl, chatModel: 'small-model' },
    });
    const { dialogue, turn } = await client.comparison.randomTurn({ seed: 3 });
    const column = {
      method: 'dfa-paper',
      answerer: { kind: 'model', provider: id, model: 'small-model' },
    } as const;
    expect((await errorOf(client.generation.answer({ dialogue, turn, column }))).code).toBe('NOT_CONSENTED');
    const { messages, promptVersion } = await client.generation.preview({ dialogue, turn, column });
    expect(promptVersion).toBe(1);
    expect(server.requests).toEqual([]);
    await client.providers.consent({ id, host: server.origin });
    const events = await read(await client.generation.answer({ dialogue, turn, column }));
    expect(events[0]).toEqual({ kind: 'prompt', messages });
    expect(events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')).toBe(
      'The parcel is on its way.',
    );
    expect(events.at(-1)).toMatchObject({
      kind: 'done',
      answer: { turns: [{ turn, text: 'The parcel is on its way.' }], cached: false, problem: null },
    });
    await client.providers.remove({ id });
  });

  it('exports fine-tuning lines without held-out dialogues, and no file if it is stopped', async () => {
    const { client, workspace } = suite;
    const out = join(workspace, 'training.jsonl');
    const events = [];
    for await (const event of await client.generation.exportTraining({
      out,
      examples: 1,
      method: 'bm25-last',
    })) {
      events.push(event);
    }
    const { size } = await client.comparison.status({});
    expect(events.at(-1)).toMatchObject({ kind: 'done', path: out, heldOut: size?.heldOut });
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    expect(events.at(-1)).toMatchObject({ lines: lines.length });
    expect(JSON.parse(lines[0]).messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
    ]);
  });

  it('keeps versions of its prompts', async () => {
    const { client } = suite;
    const [first, second] = await client.generation.prompts();
    expect([first.name, second.name]).toEqual(['answer-next-turn', 'answer-whole-dialogue']);
    const saved = await client.generation.savePrompt({ name: first.name, text: 'Answer briefly.' });
    expect(saved).toMatchObject({ version: first.version + 1, shipped: false, text: 'Answer briefly.' });
    expect(saved.versions.map(({ version, text }) => [version, text])).toEqual([
      [1, first.text],
      [2, 'Answer briefly.'],
    ]);
    const reset = await client.generation.resetPrompt({ name: first.name });
    expect(reset).toMatchObject({ version: first.version + 2, shipped: true, text: first.text });
    expect(reset.versions).toHaveLength(first.version + 2);
  });
}
