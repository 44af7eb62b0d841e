import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importFiles, makeProject } from '../fixtures/project.ts';

const ROWS = `ticket,who,body,customer_email,plan
1,Jane Doe,"Hi, my card is 4111 1111 1111 1111.",jane@doe.example,gold
1,Bob Stone,"Dear Jane, Bob here. Write to help@shop.example.",jane@doe.example,gold
2,Eve Ward,"I am Eve, call +44 20 7946 0958.",eve@ward.example,free
2,Zed Lost,"Nobody knows Zed",eve@ward.example,free
`;
const MAP = {
  ...{ conversation: 'ticket', speaker: 'who', text: 'body' },
  roles: { 'Jane Doe': 'customer', 'Eve Ward': 'customer', 'Bob Stone': 'agent' },
} as const;

it('contains no personal data: not in texts, columns, rejects, settings, jobs or messages', async () => {
  const { client, folder, path, backend } = await makeProject();
  const file = join(folder, 'tickets.csv');
  writeFileSync(file, ROWS);
  const preview = await client.corpus.preview({ path: file, map: MAP, mask: true });
  expect(preview.dialogues[0]!.utterances[0]!.text).toBe('Hi, my card is [card-1].');
  const result = await importFiles(client, [file], { map: MAP, mask: true });
  expect(result).toMatchObject({ dialogues: 2, utterances: 3, rejected: 1 });
  expect(await client.projects.current()).toMatchObject({ masked: expect.any(String) });
  writeFileSync(
    join(folder, 'more.jsonl'),
    '{"id":"k","turns":[{"speaker":"user","text":"I am Kim Vale."}]}\n',
  );
  await importFiles(client, [join(folder, 'more.jsonl')]);
  const later = {
    id: 'm',
    turns: [
      { speaker: 'user', text: 'Vale again.' },
      { speaker: 'system', text: 'Dear Kim Vale!' },
    ],
  };
  writeFileSync(
    join(folder, 'later.jsonl'),
    `${JSON.stringify({ ...later, turns: later.turns.slice(0, 1) })}\n`,
  );
  await importFiles(client, [join(folder, 'later.jsonl')]);
  writeFileSync(join(folder, 'later.jsonl'), `${JSON.stringify(later)}\n`);
  expect(await importFiles(client, [join(folder, 'later.jsonl')])).toMatchObject({
    continued: 1,
    rejected: 0,
  });
  const { dialogue } = await client.corpus.find({ externalId: '1' });
  const { turns } = await client.corpus.dialogue({ dialogue });
  expect(turns.map(({ utterances: [one] }) => [one!.speaker, one!.kind, one!.text])).toEqual([
    ['customer-1', 'customer', 'Hi, my card is [card-1].'],
    ['agent-1', 'agent', 'Dear [name-1], [name-2] here. Write to [email-1].'],
  ]);
  await backend.stop();
  const bytes = readFileSync(path).toString('latin1');
  // Not within a longer number, such as a time.
  for (const word of ['Jane', 'Doe', 'Bob', 'Stone', 'Eve', 'Zed', '4111', '7946', 'doe.example', 'Vale'])
    expect(bytes).not.toMatch(new RegExp(`(?<!\\d)${word}(?!\\d)`));
  expect(bytes).not.toContain('41111111');
  expect(bytes).toContain('gold');
});

it('cannot be chosen once texts were stored unmasked', async () => {
  const { client, folder } = await makeProject([
    { id: 'a', domain: [], turns: [{ speaker: 'user', text: 'Hi.' }] },
  ]);
  await expect(client.corpus.import({ paths: [join(folder, 'calls.jsonl')], mask: true })).rejects.toThrow(
    /already has unmasked dialogues/,
  );
  expect((await client.projects.current())?.masked).toBeNull();
});
