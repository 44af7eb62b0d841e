import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, scratchFile, scratchFolder } from '../../../tests/fixtures/formats/collect.ts';
import { LAYOUT_CASES } from '../../../tests/fixtures/formats/layout-cases.ts';
import { detectFormat } from './detect.ts';

describe('a file as its tool writes it', () => {
  it.each(LAYOUT_CASES)('$format: $how', async ({ format, content, turns, ignored = 0, rejected = 0 }) => {
    const path = await scratchFile('export', content);
    expect((await detectFormat(path)).candidates[0]).toMatchObject({ format });
    const found = await collect(path, format);
    expect(
      found.dialogues.flatMap(({ utterances }) =>
        utterances.map(({ role, text, acts }) => `${role}: ${text} {${(acts ?? []).join()}}`),
      ),
    ).toEqual(turns);
    const sum = (events: readonly { readonly records: number }[]): number =>
      events.reduce((total, { records }) => total + records, 0);
    expect([sum(found.ignored), sum(found.rejects)]).toEqual([ignored, rejected]);
    expect(found.rejects.every(({ reason }) => reason.length > 10)).toBe(true);
  });
});

it('takes names and sides from the files of users and tickets beside it', async () => {
  const folder = scratchFolder();
  const write = (name: string, values: readonly unknown[]): Promise<void> =>
    writeFile(join(folder, name), values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  await write('users.jsonl', [{ id: 9, name: 'Ann', role: 'agent', email: 'a@example.org' }]);
  await write('tickets.jsonl', [{ id: 35, subject: 'Lamp', requester_id: 1, tags: ['vip'] }]);
  await write('comments.jsonl', [
    { ticket_id: 35, author_id: 9, plain_body: 'How can I help?', public: true },
    { ticket_id: 35, author_id: 1, plain_body: 'It broke.', public: true },
  ]);
  const { dialogues } = await collect(join(folder, 'comments.jsonl'), 'zendesk');
  expect(dialogues).toMatchObject([
    {
      externalId: '35',
      utterances: [
        { role: 'system', speakerKind: 'agent', speaker: 'Ann' },
        { role: 'user', speakerKind: 'customer', speaker: '1' },
      ],
      extra: { subject: 'Lamp', tags: ['vip'] },
    },
  ]);
});

it('takes the acts of MultiWOZ 2.2 from the file beside its splits', async () => {
  const folder = scratchFolder();
  const turns = ['I need a cheap hotel.', 'In which area?', 'Thanks, bye.'].map((utterance, at) => ({
    turn_id: String(at),
    speaker: at % 2 === 0 ? 'USER' : 'SYSTEM',
    utterance,
    frames: [],
  }));
  await mkdir(join(folder, 'train'));
  const dialogue = { dialogue_id: 'PMUL1.json', services: ['hotel'], turns };
  await writeFile(join(folder, 'train', 'dialogues_001.json'), JSON.stringify([dialogue], null, 2));
  const acts = {
    'PMUL1.json': {
      0: { dialog_act: { 'Hotel-Inform': [['pricerange', 'cheap']] }, span_info: [] },
      1: { dialog_act: { 'Hotel-Request': [['area', '?']] }, span_info: [] },
      2: { dialog_act: { 'general-thank': [['none', 'none']], 'general-bye': [['none', 'none']] } },
    },
  };
  await writeFile(join(folder, 'dialog_acts.json'), JSON.stringify(acts, null, 2));
  const { dialogues } = await collect(join(folder, 'train', 'dialogues_001.json'), 'sgd');
  expect(dialogues[0]?.utterances.map(({ acts }) => acts)).toEqual([
    ['inform-hotel.pricerange'],
    ['request-hotel.area'],
    ['thank', 'bye'],
  ]);
});
