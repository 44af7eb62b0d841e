import { describe, expect, it, vi } from 'vitest';
import { encodeOtherTurns, encodeSentences } from '#backend/features/comparison/encode-sentences.ts';
import { knownEncoder, whyOnnxIsMissing } from '#backend/providers/embeddings/known-encoder.ts';
import {
  encodableOtherTurns,
  encoderRun,
  everyTurnOf,
  loadTurnVectors,
} from '#backend/store/runs/vector-table.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { JobId, TurnId } from '#shared/domain/ids.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { neutral, supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { makeProject, reopened, resultOf, tagWith } from '../fixtures/project.ts';
import { tinyEncoder } from '../fixtures/tiny-encoder.ts';

const CALLS = [
  neutral('one', 'u: a a a #ask', 's: huhu #greet', 'u: b b #thank'),
  neutral('two', 'u: a a #ask', 's: hallo #greet', 'u: b #thank'),
  neutral('three', 'u: b b b #thank', 's: c c #close'),
  neutral('four', 'u: a a a #ask', 's: ciao #greet'),
];

const encode = async (client: DialogramClient, everyTurn = true) =>
  resultOf<{ texts: number; turns: number; otherTurns?: number }>(
    client,
    (await client.comparison.encode({ encoder: 'folder', everyTurn })).job,
  );
const methodOf = async (client: DialogramClient, by: string) =>
  (await client.likeness.methods()).find((method) => method.by === by);
const turnOf = async (client: DialogramClient, externalId: string, index: number): Promise<TurnId> => {
  const { turns } = await client.corpus.dialogue(await client.corpus.find({ externalId }));
  return turns[index]!.id;
};
const nearestTo = async (
  client: DialogramClient,
  externalId: string,
  index: number,
  by: 'words' | 'folder' = 'folder',
) => {
  const { items } = await client.likeness.nearest({
    to: { turn: await turnOf(client, externalId, index) },
    by,
  });
  return items.map(({ text }) => text);
};

/** An encoder that records its requests; a vector is the text's length. Aborts at the given call. */
function countingEncoder(abortAt = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const abort = new AbortController();
  let calls = 0;
  const encodeTexts = async (texts: readonly string[]): Promise<Float32Array> => {
    if (++calls === abortAt) abort.abort();
    asked.push(...texts);
    const vectors = new Float32Array(texts.length * 512);
    texts.forEach(({ length }, at) => {
      vectors[at * 512] = length;
    });
    return vectors;
  };
  return { asked, encodeTexts, context: { jobId: 'job' as JobId, signal: abort.signal, report: () => {} } };
}

describe('the second pass of encoding', () => {
  it('gives every other turn the vector of its own text, continues after a cancel and encodes no text twice', async () => {
    const { session } = await makeProject(supportCalls(200));
    const { database } = session.project();
    const encoder = knownEncoder(null);
    const turns = countingEncoder();
    await encodeSentences(
      database,
      encoder,
      ({ turnId }) => turnId % 7 > 0,
      turns.encodeTexts,
      turns.context,
    );
    const stopped = countingEncoder(2);
    await expect(encodeOtherTurns(database, encoder, stopped.encodeTexts, stopped.context)).rejects.toThrow(
      /abort/i,
    );
    const resumed = countingEncoder();
    await encodeOtherTurns(database, encoder, resumed.encodeTexts, resumed.context);
    const all = [...stopped.asked, ...resumed.asked];
    expect(new Set(all).size).toBe(all.length);
    const again = countingEncoder();
    expect(await encodeOtherTurns(database, encoder, again.encodeTexts, again.context)).toEqual({
      texts: 0,
      otherTurns: 0,
    });

    const runs = {
      turns: encoderRun(database, encoder.fingerprint),
      otherTurns: encoderRun(database, everyTurnOf(encoder.fingerprint)),
    };
    const { turnIds, vectors, roles, dimensions } = loadTurnVectors(database, runs)!;
    const rows = database
      .prepare<[], { id: TurnId; role: number; length: number }>(
        `SELECT r.id, r.role, length(group_concat(u.text, ' ')) AS length
         FROM rounds r JOIN utterances u ON u.round_id = r.id GROUP BY r.id`,
      )
      .all();
    expect([...turnIds].sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
    const places = new Map(Array.from(turnIds, (turn, place) => [turn, place]));
    for (const { id, role, length } of rows) {
      const place = places.get(id)!;
      expect([roles[place], vectors[place * dimensions]]).toEqual([role, length]);
    }
    // Several turns can share one stored vector.
    expect(encodableOtherTurns(database, runs).length).toBeLessThan(rows.length);
  });
});

const missing = whyOnnxIsMissing();
if (missing !== null) it.skip(`turns alike by an encoder: skipped: ${missing}`, () => {});
else
  describe('similar turns', () => {
    const encoded = async (calls = CALLS) => {
      const project = await makeProject(calls);
      await project.client.comparison.chooseEncoder({ folder: tinyEncoder() });
      return project;
    };

    it('are found by words, and by an encoder once the turns are encoded', async () => {
      const project = await encoded();
      const { client } = project;
      expect((await client.likeness.methods()).map(({ by }) => by)).toEqual([
        'words',
        'universal-sentence-encoder-lite',
        'folder',
      ]);
      expect(await methodOf(client, 'folder')).toMatchObject({
        title: 'tiny',
        share: 0,
        problem: 'No turns are encoded with tiny yet. Encode the turns first.',
      });
      await expect(nearestTo(client, 'one', 1)).rejects.toMatchObject({ code: 'INVALID' });
      await expect(client.likeness.nearest({ to: { turn: 999 as TurnId } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });

      // Turns without an answer after them, agents' turns and held-out dialogues need no vector.
      await encode(client, false);
      expect((await methodOf(client, 'folder'))?.share).toBeCloseTo(3 / 10);
      expect(await nearestTo(client, 'one', 0)).toEqual(['a a']);
      expect(await encode(client)).toMatchObject({ turns: 0, otherTurns: 7 });
      expect(await methodOf(client, 'folder')).toMatchObject({ share: 1, problem: null });

      expect(await nearestTo(client, 'one', 1)).toEqual(['hallo', 'ciao', 'c c', 'b']);
      expect(await nearestTo(client, 'one', 1, 'words')).toEqual([]);
      expect((await nearestTo(client, 'two', 2)).slice(0, 2)).toEqual(['b b', 'b b b']);
      const ofText = (text: string, more = {}) =>
        client.likeness.nearest({ to: { text }, by: 'folder', limit: 2, ...more });
      expect((await ofText('Tag', { role: 'system' })).items).toMatchObject([
        { text: 'huhu', share: expect.closeTo(1, 5), externalId: 'one', index: 1, role: 'system' },
        { text: 'hallo', share: expect.closeTo(1, 5) },
      ]);
      expect(await ofText('Tag', { by: 'words' })).toEqual({ by: 'words', title: 'Words', items: [] });

      const again = await reopened(project);
      expect(await nearestTo(again.client, 'one', 1)).toEqual(['hallo', 'ciao', 'c c', 'b']);
    });

    it('change with the text: old vectors are deleted, and new texts are encoded', async () => {
      const project = await encoded([...CALLS, neutral('five', 'u: <i>a</i> a #ask', 's: b #greet', 'u: c')]);
      const { client, folder } = project;
      await encode(client);
      await resultOf(client, (await client.cleaning.apply({ rules: ['html'] })).job);
      expect((await methodOf(client, 'folder'))?.share).toBeCloseTo(12 / 13);
      expect(await encode(client)).toMatchObject({ texts: 0, turns: 1 });
      expect(await nearestTo(client, 'two', 0)).toContain('a a');

      writeNeutral(folder, 'calls.jsonl', [
        ...CALLS.slice(0, 3),
        neutral('four', 'u: a a a #ask', 's: ciao #greet', 's: c c c c #close', 'u: d d'),
        neutral('five', 'u: <i>a</i> a #ask', 's: b #greet', 'u: c'),
      ]);
      await resultOf(client, (await client.growing.refresh({})).job);
      expect((await methodOf(client, 'folder'))?.share).toBeCloseTo(12 / 14);
      expect(await nearestTo(client, 'one', 1)).not.toContain('ciao');
      expect(await encode(client)).toMatchObject({ turns: 0, otherTurns: 2 });
      expect(await nearestTo(client, 'three', 1)).toContain('ciao c c c c');
    });

    it('are deleted with their dialogues in a purge', async () => {
      const { client, session } = await encoded();
      await encode(client);
      expect(await nearestTo(client, 'one', 0)).toContain('a a');
      const { dialogue } = await client.corpus.find({ externalId: 'two' });
      const { dialogues: expected } = await client.purge.preview({ dialogues: [dialogue] });
      await resultOf(client, (await client.purge.run({ dialogues: [dialogue], expected })).job);
      expect(await nearestTo(client, 'one', 0)).not.toContain('a a');
      const { database } = session.project();
      const orphans = database
        .prepare('SELECT count(*) FROM vectors WHERE round_id NOT IN (SELECT id FROM rounds)')
        .pluck();
      expect(orphans.get()).toBe(0);
    });

    it('can be used as a filter, wherever turns are chosen', async () => {
      const { client } = await encoded();
      await tagWith(client, 'annotations');
      await encode(client);
      const filter = { similar: 'guten Tag', similarBy: 'folder' as const, role: 'system' as const };
      const { items, total } = await client.vocabulary.turns({ filter });
      expect(items.map(({ text }) => text)).toEqual(['huhu', 'hallo', 'c c', 'ciao']);
      expect(total).toBe(4);
      const change = { kind: 'add' as const, tag: 'hello' };
      expect(await client.vocabulary.previewBulk({ filter, change })).toMatchObject({ changing: 4 });
      expect(await client.vocabulary.bulk({ filter, change, expected: 4 })).toMatchObject({ turns: 4 });
      const queue = await client.review.open({ order: 'unchecked', filter });
      expect(queue).toMatchObject({ total: 4, filter });
      const gone = { ...filter, similarBy: 'provider' as const };
      for (const asked of [
        client.vocabulary.turns({ filter: gone }),
        client.review.open({ order: 'unchecked', filter: gone }),
      ])
        await expect(asked).rejects.toMatchObject({ code: 'INVALID', data: { place: 'by' } });
    });

    it('are offered in the review, and settled with the turn if a person selected them', async () => {
      const { client } = await encoded();
      await tagWith(client, 'annotations');
      await encode(client);
      const { id: queue, run } = await client.review.open({ order: 'unchecked' });
      const turn = await turnOf(client, 'one', 1);
      expect(await client.review.alike({ queue, turn })).toEqual({ words: 0, open: 0 });
      const alike = () => client.review.near({ queue, turn, by: 'folder' });
      const near = await alike();
      expect(near.map(({ text, externalId }) => [externalId, text])).toEqual([
        ['two', 'hallo'],
        ['four', 'ciao'],
      ]);
      await client.review.check({ queue, turn: await turnOf(client, 'four', 1) });
      expect((await alike()).map(({ text }) => text)).toEqual(['hallo']);
      const other = await turnOf(client, 'three', 1);
      const chosen = [near[0]!.turn, other, turn];
      const { edit } = await client.review.settleAlike({ queue, turn, also: chosen });
      expect(edit?.description).toBe('Check turn 2 of one and 1 similar turn');
      expect(await alike()).toEqual([]);
      const checked = async (externalId: string) =>
        (await client.review.rows({ queue, limit: 100 })).items.find(
          (row) => row.externalId === externalId && row.turnIndex === 1,
        )?.state;
      expect([await checked('two'), await checked('three')]).toEqual(['checked', 'open']);

      const nearest = (by: 'words' | 'folder') => client.review.nearest({ queue, turn: other, by });
      await client.tagging.addTag({ turn, run, tag: 'hello' });
      expect(await nearest('words')).toEqual([]);
      expect(await nearest('folder')).toMatchObject([
        { name: 'greet', example: { turn, text: 'huhu' } },
        { name: 'hello', example: { turn, text: 'huhu' } },
      ]);
    });

    it('are found by a command', async () => {
      vi.stubEnv('DIALOGRAM_HOME', temporaryFolder('home'));
      const { path, backend } = await makeProject(CALLS);
      await backend.stop();
      const folder = tinyEncoder();
      const run = async (name: string, ...options: string[]) => cli(name, ...options, '--project', path);
      const done = await run('encode', '--encoder', folder, '--every-turn');
      expect(done.output).toMatchObject({ encoder: 'tiny', turns: 3, otherTurns: 7 });
      const place = ['--dialogue', 'one', '--turn', '2', '--limit', '2'];
      expect((await run('similar', ...place, '--by', 'encoder')).output).toMatchObject({
        by: 'folder',
        title: 'tiny',
        items: [
          { dialogue: 'two', turn: 2, role: 'system', text: 'hallo', tags: [] },
          { dialogue: 'four', turn: 2, text: 'ciao' },
        ],
      });
      expect((await run('similar', 'a hallo', '--role', 'system')).output.items).toMatchObject([
        { text: 'hallo', share: null },
      ]);
      const ninth = ['--dialogue', 'one', '--turn', '9'];
      for (const wrong of [[], ['a', 'b'], ['a', ...place], ['--dialogue', 'one'], ninth]) {
        const { status, output } = await run('similar', ...wrong);
        expect([status, output.error.code]).toEqual([1, 'INVALID']);
      }
      vi.unstubAllEnvs();
    });

    it('are found while the project is read-only', async () => {
      const project = await encoded();
      await encode(project.client);
      const again = await reopened(project);
      again.session.project().database.pragma('query_only = ON');
      expect(await nearestTo(again.client, 'one', 1)).toContain('hallo');
    });

    it('neither change nor wait when people only decide on tags', async () => {
      const { client } = await encoded();
      await tagWith(client, 'annotations');
      await encode(client);
      const before = await nearestTo(client, 'one', 1);
      await client.tagging.addTag({ turn: await turnOf(client, 'two', 1), tag: 'new' });
      expect(await nearestTo(client, 'one', 1)).toEqual(before);
    });
  });
