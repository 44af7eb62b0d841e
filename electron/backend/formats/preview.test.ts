import { describe, expect, it } from 'vitest';
import { collect, scratchFile } from '../../../tests/fixtures/formats/collect.ts';
import { previewFile } from './preview.ts';

const rowsOf = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `${Math.floor(index / 4)},${index % 2 ? 'agent' : 'user'},"text ${index}\nof two lines"\n`,
  ).join('');

describe('previewFile', () => {
  it('shows the first hundred rows of a table of any size as dialogues, and what its columns are', async () => {
    const path = await scratchFile('a.csv', `conversation_id,speaker,text\n${rowsOf(20_000)}`);
    const preview = await previewFile(path);
    expect(preview).toMatchObject({
      format: 'long-csv',
      columns: ['conversation_id', 'speaker', 'text'],
      delimiter: ',',
      encoding: 'utf-8',
      map: { conversation: 'conversation_id', speaker: 'speaker', text: 'text' },
      rejects: [],
      warnings: [],
    });
    expect(preview.dialogues).toHaveLength(25);
    expect(preview.dialogues[0]).toEqual({
      externalId: '0',
      utterances: [0, 1, 2, 3].map((index) => ({
        role: index % 2 ? 'system' : 'user',
        kind: index % 2 ? 'agent' : 'customer',
        speaker: index % 2 ? 'agent' : 'user',
        text: `text ${index}\nof two lines`,
        time: null,
      })),
    });
  });

  it('names the speakers that nobody knows, so that a person can say what they are', async () => {
    const rows = [
      'conversation_id,speaker,text',
      '1,customer,hi',
      '1,agent,hello',
      '1,Zoe,me too',
      '2,Zoe,x',
    ];
    const path = await scratchFile('unknown.csv', `${rows.join('\n')}\n`);
    expect(await previewFile(path)).toMatchObject({ unknownSpeakers: ['Zoe'], rejects: [{ line: 4 }] });
    const map = { roles: { Zoe: 'bot' } } as const;
    const told = await previewFile(path, { map });
    expect(told).toMatchObject({ unknownSpeakers: [], rejects: [] });
    expect(told.dialogues[0].utterances[2]).toMatchObject({ role: 'system', kind: 'bot' });
  });

  it('finds no dialogue in a megabyte of open brackets', async () => {
    const path = await scratchFile('deep.json', '['.repeat(2 ** 20));
    expect((await previewFile(path)).dialogues).toEqual([]);
  });

  it('does not take the cut of the preview for a fault of the file', async () => {
    const cell = `"${'long text '.repeat(2000)}\n"`;
    const path = await scratchFile('a.csv', `conversation_id,speaker,text\n${`1,user,${cell}\n`.repeat(40)}`);
    const { rejects, dialogues } = await previewFile(path);
    expect(rejects).toEqual([]);
    expect(dialogues[0].utterances.length).toBeGreaterThan(5);
  });

  it('shows the columns to choose from where they cannot be guessed, and the dialogues once they are chosen', async () => {
    const path = await scratchFile('a.csv', 'k;who;what\n1;user;x\n');
    const first = await previewFile(path);
    expect(first).toMatchObject({ columns: ['k', 'who', 'what'], dialogues: [], map: { speaker: 'who' } });
    expect(first.warnings.join()).toContain('no column for: conversation, text');
    const second = await previewFile(path, {
      map: { conversation: 'k', text: 'what', roles: { user: 'system' } },
    });
    expect(second.map).toEqual({
      conversation: 'k',
      speaker: 'who',
      text: 'what',
      roles: { user: 'system' },
    });
    expect(second.dialogues).toMatchObject([
      { externalId: '1', utterances: [{ role: 'system', text: 'x' }] },
    ]);
  });

  it('shows the first dialogues of other formats', async () => {
    const line = (id: number): string =>
      `${JSON.stringify({ id, turns: Array.from({ length: 30 }, () => ({ speaker: 'user', text: 'x'.repeat(200) })) })}\n`;
    const path = await scratchFile('a.jsonl', Array.from({ length: 200 }, (_, id) => line(id)).join(''));
    const preview = await previewFile(path);
    expect(preview).toMatchObject({
      format: 'neutral',
      columns: null,
      map: null,
      delimiter: null,
      rejects: [],
    });
    expect(preview.dialogues).toHaveLength(4);
  });

  it('lets encoding and delimiter be overridden', async () => {
    const path = await scratchFile(
      'a.csv',
      Buffer.from('conversation_id;speaker;text\n1;user;caf\xe9, x\n', 'latin1'),
    );
    expect((await previewFile(path)).dialogues[0].utterances[0].text).toBe('café, x');
    const told = await previewFile(path, { encoding: 'utf-8', delimiter: ',' });
    expect(told.columns).toEqual(['conversation_id;speaker;text']);
  });

  it('fails on an empty file', async () => {
    await expect(previewFile(await scratchFile('a.csv', ''))).rejects.toMatchObject({ code: 'EMPTY_FILE' });
  });

  it('reads on where byte order marks follow one another, to the last row', async () => {
    const table = `conversation_id,speaker,text\n${rowsOf(8)}`;
    const plain = await previewFile(await scratchFile('a.csv', table));
    for (const content of [`\ufeff\ufeff${table}`, Buffer.from(`\ufeff\ufeff\ufeff${table}`, 'utf16le')]) {
      const marked = await previewFile(await scratchFile('a.csv', content));
      expect({ ...marked, encoding: '' }).toEqual({ ...plain, encoding: '' });
    }
    const one = '{"id":"a","turns":[{"speaker":"user","text":"Hi"},{"speaker":"system","text":"Yes"}]}\n';
    const path = await scratchFile('a.jsonl', `\ufeff\ufeff${one}`);
    expect((await previewFile(path)).dialogues).toHaveLength(1);
    expect((await collect(path, 'neutral')).rejects).toEqual([]);
  });

  it('names all that the file may be, the likeliest first, and reads it as another where that is chosen', async () => {
    const turns = [{ speaker: 'USER', utterance: 'Hi', frames: [] }];
    const path = await scratchFile('a.json', JSON.stringify([{ dialogue_id: '1', services: [], turns }]));
    const preview = await previewFile(path);
    expect(preview.candidates.map(({ format }) => format)).toEqual(['sgd', 'neutral']);
    expect(await previewFile(path, { format: 'neutral' })).toMatchObject({
      format: 'neutral',
      candidates: preview.candidates,
      dialogues: [{ externalId: '1' }],
    });
  });

  it('warns before the import where most dialogues have one side', async () => {
    const lines = (speakers: readonly string[][]): string =>
      speakers
        .map((turns, id) =>
          JSON.stringify({ id: `d${id}`, turns: turns.map((speaker) => ({ speaker, text: 'x' })) }),
        )
        .join('\n');
    const sided = await scratchFile('a.jsonl', lines([['user'], ['user', 'user'], ['user', 'system']]));
    expect((await previewFile(sided)).warnings[0]).toMatch(/^2 of 3 dialogues \(67 %\) have only one side/);
    const whole = await scratchFile('a.jsonl', lines([['user'], ['user', 'system'], ['user', 'system']]));
    expect((await previewFile(whole)).warnings).toEqual([]);
  });

  it('shows the words as people read them, as the import keeps them', async () => {
    const path = await scratchFile('a.csv', 'conversation_id,speaker,text\n1,user,Fish &amp; chips &lt;3\n');
    expect((await previewFile(path)).dialogues[0]?.utterances[0]?.text).toBe('Fish & chips <3');
    expect((await collect(path, 'long-csv')).dialogues[0]?.utterances[0]?.text).toBe('Fish & chips <3');
  });
});
