import { describe, expect, it } from 'vitest';
import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import { collect, scratchFile } from '../../../../tests/fixtures/formats/collect.ts';
import { detectFormat } from '../detect.ts';
import { previewFile } from '../preview.ts';

const file = (value: unknown): Promise<string> => scratchFile('a.json', JSON.stringify(value));

async function understood(value: unknown) {
  const path = await file(value);
  const { format } = await detectFormat(path);
  const { map } = await previewFile(path);
  const { dialogues, rejects, end } = await collect(path, format);
  const said = dialogues.map(({ externalId, utterances }) => [
    externalId,
    ...utterances.map(({ role, text }) => `${role}: ${text}`),
  ]);
  return { format, map, dialogues, said, rejects, end };
}

const TWO = [
  ['a', 'user: Where is my parcel?', 'system: It is on its way to you.'],
  ['b', 'user: I want my money back.', 'system: Which order do you mean?'],
];
const TALKS = {
  a: ['Where is my parcel?', 'It is on its way to you.'],
  b: ['I want my money back.', 'Which order do you mean?'],
};
const ids = ['a', 'b'] as const;

describe('JSON that no format knows', () => {
  it('is read where dialogues are values of an object and nobody is named: in turn', async () => {
    const found = await understood(
      Object.fromEntries(
        ids.map((id) => [id, { aim: { x: id }, log: TALKS[id].map((text) => ({ text, state: {} })) }]),
      ),
    );
    expect(found.map).toMatchObject({
      records: '*',
      turns: 'log',
      speakers: { by: 'alternation', first: 'customer' },
    });
    expect(found.said).toEqual(TWO);
    expect(found.dialogues[0]).toMatchObject({ extra: { aim: { x: 'a' } } });
  });

  it('is read where turns are pairs of a speaker and words', async () => {
    const found = await understood({
      train: ids.map((id) => ({
        case_id: id,
        said: TALKS[id].map((text, index) => [index ? 'agent' : 'customer', text]),
      })),
      test: [],
    });
    expect(found.map).toMatchObject({
      records: '*.*',
      turns: 'said',
      speaker: '0',
      text: '1',
      conversation: 'case_id',
    });
    expect(found.said).toEqual(TWO);
  });

  it('is read where a turn holds what both say', async () => {
    const found = await understood(
      ids.map((id) => ({
        dialogue_id: id,
        parts: [{ turn: 0, question: { words: TALKS[id][0], slu: [] }, answer: { words: TALKS[id][1] } }],
      })),
    );
    expect(found.map?.speakers).toEqual({
      by: 'columns',
      columns: [
        { column: 'question.words', is: 'customer' },
        { column: 'answer.words', is: 'agent' },
      ],
    });
    expect(found.said).toEqual(TWO);
    expect(found.end.records).toBe(4);
  });

  it('is read where one text holds a dialogue, with names before the words', async () => {
    const found = await understood(
      ids.map((id) => ({
        ref: id,
        chat: `Customer: ${TALKS[id][0]}\nOrder number: 12\n[10:31] Agent: ${TALKS[id][1]}`,
      })),
    );
    expect(found.map).toMatchObject({ text: 'chat', speakers: { by: 'prefix' } });
    expect(found.dialogues[0].utterances.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['Customer', `${TALKS.a[0]}\nOrder number: 12`],
      ['Agent', TALKS.a[1]],
    ]);
  });

  it('is read where every value is one message, wherever it stands; labels and other fields are kept', async () => {
    const rows = [0, 1].flatMap((at) =>
      ids.map((id) => ({
        meta: { chat_id: id, lang: 'en' },
        from: { type: at ? 'agent' : 'user' },
        body: TALKS[id][at],
        intent: `i${at}`,
        at: `2024-01-0${at + 1}`,
      })),
    );
    const path = await scratchFile('a.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    const { dialogues } = await collect(path, 'mapped-json');
    expect(
      dialogues.map(({ externalId, utterances }) => [
        externalId,
        ...utterances.map(({ role, text }) => `${role}: ${text}`),
      ]),
    ).toEqual(TWO);
    expect(dialogues[1].utterances[1]).toMatchObject({
      acts: ['i1'],
      time: '2024-01-02T00:00:00.000Z',
      line: 4,
      extra: { meta: { lang: 'en' } },
    });
  });

  it('takes what a person says for what was found, and counts what it leaves out', async () => {
    const path = await file({
      items: [
        {
          no: 1,
          lines: [
            { t: 'Hello to you', w: 'P' },
            { w: 'P' },
            { t: 'Hi', w: 'Q' },
            { t: 'Who?', w: '' },
            { t: 'x', w: 'Z' },
          ],
        },
      ],
    });
    const map: ColumnMapInput = {
      records: 'items.*',
      turns: 'lines',
      text: 't',
      speaker: 'w',
      conversation: 'no',
      roles: { P: 'agent', Q: 'customer', Z: 'ignored' },
    };
    const { dialogues, rejects, ignored, end } = await collect(path, 'mapped-json', { map });
    expect(dialogues[0]).toMatchObject({
      externalId: '1',
      utterances: [{ role: 'system' }, { role: 'user' }],
    });
    expect(rejects).toMatchObject([{ reason: 'Turn 4 of "1" has no speaker.' }]);
    expect(ignored.map(({ reason }) => reason)).toEqual([
      'the mapping leaves out "Z"',
      'turns without words',
    ]);
    expect(end.records).toBe(5);
  });

  it('is found in the beginning of a file that is one long value', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, id) => [`d${id}`, { log: TALKS.a.map((text) => ({ text })) }]),
    );
    const path = await file(many);
    const preview = await previewFile(path);
    expect(preview).toMatchObject({
      format: 'mapped-json',
      rejects: [],
      lists: [{ records: '*', turns: 'log' }],
    });
    expect(preview.dialogues[0]).toMatchObject({
      externalId: 'd0',
      utterances: [{ role: 'user' }, { role: 'system' }],
    });
    expect((await collect(path, 'mapped-json')).dialogues).toHaveLength(3000);
  });

  it('is shown with what can be chosen where nothing was found, and not imported', async () => {
    const path = await file([
      { name: 'Regent Street', area: 'north of here', id: 1 },
      { name: 'Mill Road', area: 'south', id: 2 },
    ]);
    await expect(detectFormat(path)).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
    const preview = await previewFile(path);
    expect(preview).toMatchObject({ format: 'mapped-json', columns: ['name', 'area', 'id'] });
    expect(preview.reason).toContain('no dialogues that Dialogram recognizes');
  });
});
