import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSpoken, sampleDialogues } from '#backend/store/corpus/utterance-table.ts';
import { openForReading } from '#backend/store/database.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { makeProject, resultOf, tagWith } from '../fixtures/project.ts';

const calls = supportCalls(60);

const moveOf = (text: string): string =>
  /thank/i.test(text) ? 'thank' : text.includes('?') ? 'ask-question' : 'say-facts';

function answerRows(dialogues: number): string[][] {
  return calls.slice(0, dialogues).flatMap(({ id, turns }) => {
    const rows: string[][] = [];
    let speaker = '';
    for (const turn of turns) {
      if (turn.speaker === speaker) continue;
      speaker = turn.speaker;
      rows.push([id, `${rows.length}`, turn.speaker, moveOf(turn.text)]);
    }
    return rows;
  });
}

const HEADER = ['dialogue', 'turn', 'role', 'move'];
const tsv = (rows: readonly (readonly string[])[]): string =>
  [HEADER, ...rows].map((row) => row.join('\t')).join('\r\n');

it("tags every turn by a person's answers, which can be exported without sentences", async () => {
  const folder = temporaryFolder('teaching-cli');
  const project = join(folder, 'p.dialogram');
  const corpus = writeNeutral(folder, 'calls.jsonl', calls);
  await cli('import', corpus, '--project', project);
  const answers = join(folder, 'answers.tsv');
  const rows = answerRows(25);
  writeFileSync(answers, tsv(rows));
  const saved = join(folder, 'tagger.json');
  const { output } = await cli(
    'teach',
    '--project',
    project,
    '--answers',
    answers,
    '--hold-back',
    '0.2',
    '--save',
    saved,
  );
  expect(output).toMatchObject({
    run: expect.any(Number),
    answers: rows.length,
    accuracy: { mean: expect.any(Number), low: expect.any(Number), high: expect.any(Number) },
    seconds: expect.any(Number),
  });
  expect(output.accuracy.mean).toBeGreaterThan(0.7);

  const out = join(folder, 'tags.jsonl');
  await cli('tags', '--project', project, '--out', out);
  const lines = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const given = new Map(rows.map(([dialogue, turn, , move]) => [`${dialogue} ${turn}`, move]));
  for (const { dialogueId, turn, moves } of lines) {
    const move = given.get(`${dialogueId} ${turn}`);
    if (move) expect(moves).toEqual([{ name: move, confidence: null }]);
    else expect(moves[0].confidence).toBeGreaterThan(0);
  }
  expect(lines.length).toBeGreaterThan(rows.length);

  const { roles } = JSON.parse(readFileSync(saved, 'utf8'));
  const said = new Set(calls.flatMap(({ turns }) => turns.map(({ text }) => text.toLowerCase())));
  for (const { words } of roles)
    for (const [word] of words) {
      expect(word).not.toMatch(/\d/);
      expect(said).not.toContain(word);
    }
  const other = join(folder, 'other.dialogram');
  await cli('import', corpus, '--project', other);
  const travelled = await cli('tag', '--project', other, '--tagger', 'taught', '--from', saved);
  expect(travelled.output).toMatchObject({ answers: 0, accuracy: { mean: null }, moves: output.moves });
  await cli('tags', '--project', other, '--out', join(folder, 'other.jsonl'));
  const named = readFileSync(join(folder, 'other.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const right = named.filter(
    ({ dialogueId, turn, moves }) => moves[0].name === given.get(`${dialogueId} ${turn}`),
  );
  expect(right.length / rows.length).toBeGreaterThan(0.8);

  writeFileSync(saved, readFileSync(saved, 'utf8').replace('"weights":[', '"weights":[0,'));
  const refused = await cli('tag', '--project', other, '--tagger', 'taught', '--from', saved);
  expect(refused.output.error).toMatchObject({
    code: 'BAD_FILE',
    message: expect.stringContaining('weights'),
  });
});

it('names the invalid line of an answer file, and keeps none of its answers', async () => {
  const { client } = await makeProject(calls);
  const folder = temporaryFolder('teaching-rows');
  const path = join(folder, 'answers.tsv');
  const [first = [], second = []] = answerRows(1);
  const [dialogue = '', , role = ''] = second;
  const wrong: [string, string[][]][] = [
    ['no dialogue "nobody"', [first, ['nobody', '0', 'user', 'ask']]],
    ['no turn "99"', [first, [dialogue, '99', 'user', 'ask']]],
    ['no turn "1.5"', [first, [dialogue, '1.5', 'user', 'ask']]],
    ['is not a role', [first, [dialogue, '1', 'robot', 'ask']]],
    [
      `but the file says "${role === 'user' ? 'system' : 'user'}"`,
      [first, [dialogue, '1', role === 'user' ? 'system' : 'user', 'ask']],
    ],
    ['move is missing', [first, [dialogue, '1', role, ' ']]],
  ];
  for (const [message, rows] of wrong) {
    writeFileSync(path, tsv(rows));
    const refused = client.teaching.readAnswers({ path });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow('Line 3');
  }
  // Tables with the old name of the column "turn" are read, too.
  writeFileSync(path, 'dialogue\tround\tmove\n');
  await expect(client.teaching.readAnswers({ path })).rejects.toThrow('no column "role"');
  writeFileSync(path, tsv([first, [dialogue, '1', role, first[3] ?? '']]));
  await expect(client.teaching.readAnswers({ path })).rejects.toThrow('the same move');
  await expect(client.teaching.run({}).then(({ job }) => resultOf(client, job))).rejects.toThrow(
    'You have not named any moves',
  );
  expect((await client.tagging.history({})).total).toBe(0);
});

it('keeps answers as edits that can be undone, in order, and the moves of an untaught role', async () => {
  const { client } = await makeProject(calls);
  const before = await tagWith(client, 'moves');
  const path = join(temporaryFolder('teaching-edits'), 'answers.tsv');
  const rows = answerRows(20).filter(([, , role]) => role === 'user');
  const [dialogue = '', turn = ''] = rows[0] ?? [];
  // The second name comes first by alphabet and number, but the order of rows counts.
  writeFileSync(path, tsv([...rows, [dialogue, turn, 'user', 'begin']]));
  const read = await client.teaching.readAnswers({ path });
  expect(read).toMatchObject({ answers: rows.length });
  expect(read.warnings[0]).toContain('#begin');
  const teach = async () =>
    resultOf<{ run: number; answers: number; warnings: string[] }>(
      client,
      (await client.teaching.run({})).job,
    );
  const taught = await teach();
  expect(taught.answers).toBe(rows.length);
  expect(taught.warnings[0]).toContain(`keep the moves of run ${before.run}`);
  const { items } = await client.corpus.dialogues({});
  const { id } = items.find(({ externalId }) => externalId === dialogue)!;
  const tagsOf = async (at: number, run: number | null) =>
    (await client.corpus.dialogue({ dialogue: id, run: run as never })).turns[at]!.tags.map(
      ({ name }) => name,
    );
  expect(await tagsOf(Number(turn), null)).toEqual([rows[0]?.[3], 'begin']);
  expect(await tagsOf(1, null)).toEqual(await tagsOf(1, before.run));
  await client.tagging.undo();
  await client.tagging.undo();
  await expect(teach()).rejects.toThrow('You have not named any moves');
});

it('offers the moves that were found, by their current names', async () => {
  const { client } = await makeProject(calls);
  await tagWith(client, 'moves');
  const { roles } = (await client.moves.cards({}))!;
  const { question } = await client.teaching.next({});
  const own = roles.find(({ role }) => role === question!.role)!.moves;
  const offered = async () => (await client.teaching.next({})).question!.moves.map(({ name }) => name);
  expect(await offered()).toEqual(expect.arrayContaining(own.map(({ name }) => name)));
  const edit = { kind: 'rename' as const, role: question!.role, move: own[0]!.name, name: 'my-own-name' };
  await client.moves.edit({ edit });
  expect(await offered()).toContain('my-own-name');
});

// So many calls that reading them lasts longer than leaving.
it('stops reading when everybody has left, and reads again for the next question', async () => {
  const { client } = await makeProject(supportCalls(1000));
  const leave = new AbortController();
  const watching = (async () => {
    for await (const _ of await client.teaching.gettingReady(undefined, { signal: leave.signal }))
      leave.abort();
  })();
  const question = client.teaching.next({ skipped: [] });
  const refused = expect(question).rejects.toThrow();
  await watching.catch(() => {});
  await refused;
  expect((await client.teaching.next({ skipped: [] })).question).not.toBeNull();
});

it('reads a random sample of the dialogues, and those with answers', async () => {
  const { client, path } = await makeProject(supportCalls(60));
  const { items } = await client.corpus.dialogues({ limit: 60 });
  const database = openForReading(path);
  try {
    const sizes: number[] = [];
    const count = (turns: readonly { readonly texts: readonly string[] }[]): void => {
      sizes.push(turns.flatMap(({ texts }) => texts).length);
    };
    readSpoken(path, count, () => {});
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const ids = items.map(({ id }) => id).toSorted((a, b) => a - b);
    const sizeOf = new Map(ids.map((id, at) => [id, sizes[at]]));
    expect(sampleDialogues(database, all, [], 1)).toBeNull();
    const sampled = sampleDialogues(database, 100, [], 1) ?? [];
    const left = ids.filter((id) => !sampled.includes(id));
    const messages = sampled.map((id) => sizeOf.get(id) ?? 0);
    const total = messages.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThanOrEqual(100);
    expect(total - Math.max(...messages)).toBeLessThan(100);
    expect(sampled).toEqual(sampled.toSorted((a, b) => a - b));
    expect(sampleDialogues(database, 100, [], 2)).not.toEqual(sampled);

    const added: string[][] = [];
    const read = readSpoken(
      path,
      (turns) => added.push(turns.map(({ texts }) => texts.join(' '))),
      () => {},
      () => sampled,
    );
    expect(added).toHaveLength(sampled.length);
    expect(read.utterances.reduce((sum, size) => sum + size, 0)).toBe(total);
    const outside = readSpoken(
      path,
      () => {},
      () => {},
      () => left.slice(0, 1),
    ).turnIds;
    expect(sampleDialogues(database, 100, outside, 1)).toContain(left[0]);
  } finally {
    database.close();
  }
});
