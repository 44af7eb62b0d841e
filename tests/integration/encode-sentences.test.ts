import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { encodeSentences } from '#backend/features/comparison/encode-sentences.ts';
import { knownEncoder, whyOnnxIsMissing } from '#backend/providers/embeddings/known-encoder.ts';
import {
  SENTENCE_ENCODER_DIMENSIONS,
  SENTENCE_ENCODER_FINGERPRINT,
  whySentenceEncoderIsMissing,
} from '#backend/providers/embeddings/sentence-encoder.ts';
import { turnReader } from '#backend/store/corpus/turn-table.ts';
import { encodableTurns, encoderRun, loadVectors } from '#backend/store/runs/vector-table.ts';
import type { TaggingResult } from '#shared/contract/tagging.ts';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { type NeutralDialogue, supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { PORTUGUESE } from '../fixtures/portuguese.ts';
import {
  ended,
  importFiles,
  makeProject,
  prepareIndex,
  reopened,
  resultOf,
  tagWith,
} from '../fixtures/project.ts';
import { tinyEncoder, UNIGRAM_TOKENIZER } from '../fixtures/tiny-encoder.ts';

const ENCODER = 'universal-sentence-encoder-lite' as const;

/** An encoder that records its requests; a vector starts with the text's length. Aborts at the given call. */
function countingEncoder(abortAt = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const abort = new AbortController();
  let calls = 0;
  const encodeTexts = async (texts: readonly string[]): Promise<Float32Array> => {
    if (++calls === abortAt) abort.abort();
    asked.push(...texts);
    const vectors = new Float32Array(texts.length * SENTENCE_ENCODER_DIMENSIONS);
    texts.forEach((text, at) => {
      vectors[at * SENTENCE_ENCODER_DIMENSIONS] = text.length;
    });
    return vectors;
  };
  const context = { jobId: 'job' as JobId, signal: abort.signal, report: () => {} };
  return { asked, encodeTexts, context };
}

describe('encoding the turns of a project', () => {
  it('continues after a cancel and never encodes a text twice', async () => {
    const { session } = await makeProject(supportCalls(200));
    const { database } = session.project();
    const stopped = countingEncoder(2);
    const run = () =>
      encodeSentences(database, knownEncoder(null), () => true, stopped.encodeTexts, stopped.context);
    await expect(run()).rejects.toThrow(/abort/i);
    expect(stopped.asked).toHaveLength(64);

    const resumed = countingEncoder();
    const result = await encodeSentences(
      database,
      knownEncoder(null),
      () => true,
      resumed.encodeTexts,
      resumed.context,
    );
    expect(result.texts).toBe(resumed.asked.length);
    const all = [...stopped.asked, ...resumed.asked];
    expect(new Set(all).size).toBe(all.length);
    const lengths = all.map(({ length }) => length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    const turns = encodableTurns(database, encoderRun(database, SENTENCE_ENCODER_FINGERPRINT));
    expect(turns.length).toBeGreaterThan(all.length);
    expect(turns.every(({ encoded }) => encoded === 1)).toBe(true);

    const again = countingEncoder();
    await encodeSentences(database, knownEncoder(null), () => true, again.encodeTexts, again.context);
    expect(again.asked).toEqual([]);
  });

  it("gives every turn the vector of the customer's text before it", async () => {
    const { session } = await makeProject(supportCalls(40));
    const { database } = session.project();
    const { encodeTexts, context } = countingEncoder();
    await encodeSentences(database, knownEncoder(null), () => true, encodeTexts, context);
    const stored = loadVectors(database, SENTENCE_ENCODER_FINGERPRINT);
    if (!stored) throw new Error('No vectors were kept.');
    const placeOf = new Map(Array.from(stored.turnIds, (turn, place) => [turn, place]));
    const turnsOf = turnReader(database);
    for (const { dialogue, turn, turnId } of encodableTurns(database, null)) {
      const place = placeOf.get(turnId) as number;
      expect(stored.vectors[place * stored.dimensions]).toBe(turnsOf(dialogue)[turn - 1].text.length);
    }
  });

  it('reuses known vectors for later dialogues', async () => {
    const project = await makeProject(supportCalls(60));
    const { database } = project.session.project();
    const first = countingEncoder();
    await encodeSentences(database, knownEncoder(null), () => true, first.encodeTexts, first.context);
    await importFiles(project.client, [writeNeutral(project.folder, 'more.jsonl', supportCalls(60, 'more'))]);
    const second = countingEncoder();
    const { texts, turns } = await encodeSentences(
      database,
      knownEncoder(null),
      () => true,
      second.encodeTexts,
      second.context,
    );
    expect([texts, second.asked]).toEqual([0, []]);
    expect(turns).toBeGreaterThan(0);
  });
});

const missing = whySentenceEncoderIsMissing();
if (missing !== null) it.skip(`the method of the sentence encoder: skipped: ${missing}`, () => {});
else
  describe('the method of the sentence encoder', () => {
    it('is available once the job has encoded every turn, also after a restart', async () => {
      const project = await makeProject(supportCalls(40));
      const { client } = project;
      await tagWith(client, 'annotations');
      const names = async () => (await client.comparison.methods()).map(({ name }) => name);
      expect(await names()).not.toContain('dense-use');
      expect(await client.comparison.encoders()).toMatchObject([
        { name: ENCODER, available: true, unavailableBecause: null, encodedShare: 0, job: null },
      ]);
      const { dialogue, turn } = await client.comparison.randomTurn({ seed: 3 });
      const question = { dialogue, turn, methods: ['dense', 'dense-use'] };
      await expect(client.comparison.compare(question)).rejects.toThrow(/Not all turns are encoded/);

      await resultOf(client, (await client.comparison.encode({ encoder: ENCODER })).job);
      expect(await names()).toContain('dense-use');
      const { columns } = await client.comparison.compare(question);
      expect(columns.map(({ method }) => method.title)).toEqual([
        'Dense: LSA 128 (trained on this corpus)',
        'Dense: Universal Sentence Encoder lite',
      ]);
      const asked = (await client.comparison.compare(question)).history[turn - 1].text;
      const found = columns[1].candidates;
      expect(found).toHaveLength(5);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
      for (const { score, userText } of found) if (userText === asked) expect(score).toBeCloseTo(1, 4);

      const later = await reopened(project);
      expect(await later.client.comparison.encoders()).toMatchObject([{ encodedShare: 1 }]);
      expect((await later.client.comparison.compare(question)).columns[1].candidates).toEqual(found);
    });

    it('stays available while the built-in encoder is refitted, and asks only for new texts', async () => {
      const project = await makeProject(supportCalls(24));
      const { client } = project;
      await tagWith(client, 'annotations');
      await resultOf(client, (await client.comparison.encode({ encoder: ENCODER })).job);
      await importFiles(client, [writeNeutral(project.folder, 'more.jsonl', supportCalls(48, 'more'))]);
      await tagWith(client, 'annotations');
      await prepareIndex(client);
      const [{ encodedShare }] = await client.comparison.encoders();
      expect(encodedShare).toBeGreaterThan(0.1);
      expect(encodedShare).toBeLessThan(1);
    });

    it('can be canceled, and started again', async () => {
      const { client } = await makeProject(supportCalls(400));
      const { job } = await client.comparison.encode({ encoder: ENCODER });
      expect((await client.comparison.encode({ encoder: ENCODER })).job).toBe(job);
      await client.jobs.cancel({ job });
      expect((await ended(client, job)).state).toBe('cancelled');
      await resultOf(client, (await client.comparison.encode({ encoder: ENCODER })).job);
      expect(await client.comparison.encoders()).toMatchObject([{ encodedShare: 1 }]);
    });
  });

const missingOnnx = whyOnnxIsMissing();
if (missingOnnx !== null) it.skip(`the method of a folder’s encoder: skipped: ${missingOnnx}`, () => {});
else {
  it('stays chosen from one command to the next', async () => {
    vi.stubEnv('DIALOGRAM_HOME', temporaryFolder('home'));
    const { path, backend } = await makeProject(supportCalls(12));
    await backend.stop();
    const encode = async (...options: string[]) =>
      (await cli('encode', '--project', path, ...options)).output;
    expect(await encode('--encoder', tinyEncoder())).toMatchObject({ encoder: 'tiny', encodedShare: 1 });
    expect(await encode()).toMatchObject({ encoder: 'tiny', texts: 0 });
    vi.unstubAllEnvs();
  });

  it('reads Portuguese for search, moves and topics with a multilingual encoder', async () => {
    const portuguese = generateDemoDialogues({
      seed: 1,
      count: 40,
      language: PORTUGUESE,
    }) as NeutralDialogue[];
    const { client } = await makeProject(portuguese);
    await client.comparison.chooseEncoder({ folder: tinyEncoder({ 'tokenizer.json': UNIGRAM_TOKENIZER }) });
    await resultOf(client, (await client.comparison.encode({ encoder: 'folder', everyTurn: true })).job);
    const to = { text: 'esqueci a senha da minha conta' };
    const { items, title } = await client.likeness.nearest({ to, by: 'folder', limit: 3 });
    expect(title).toContain('tiny');
    for (const { text } of items) expect(text).toMatch(/ senha| conta/i);
    expect(items).toHaveLength(3);
    const moves = await client.tagging.run({ tagger: 'moves', encoder: 'folder' });
    expect((await resultOf<TaggingResult>(client, moves.job)).moves?.encoder).toBe('tiny');
    const topics = await client.topics.find({ encoder: 'folder' });
    await resultOf(client, topics.job);
    expect(await client.topics.cards({})).toMatchObject({ encoder: 'tiny' });
  });

  it("is available with a folder's encoder, until that is forgotten or missing", async () => {
    const { client } = await makeProject(supportCalls(40));
    await tagWith(client, 'annotations');
    await expect(client.comparison.encode({ encoder: 'folder' })).rejects.toThrow(
      /No sentence encoder folder was chosen/,
    );
    await expect(client.comparison.chooseEncoder({ folder: temporaryFolder() })).rejects.toThrow(/no ONNX/);
    const folder = tinyEncoder();
    expect(await client.comparison.chooseEncoder({ folder })).toEqual({ title: 'tiny' });
    await resultOf(client, (await client.comparison.encode({ encoder: 'folder' })).job);
    const ofFolder = async () => (await client.comparison.encoders())[1];
    expect(await ofFolder()).toMatchObject({ name: 'folder', title: 'tiny', encodedShare: 1 });
    const { dialogue, turn } = await client.comparison.randomTurn({ seed: 3 });
    const question = {
      dialogue,
      turn,
      methods: ['dense-onnx', 'dense-onnx-trained', 'context-ranker-onnx'],
    };
    const { columns } = await client.comparison.compare(question);
    expect(columns.map(({ method }) => [method.title, method.encoder])).toEqual([
      ['Dense: tiny', 'tiny'],
      ['Dense, trained: tiny', 'tiny'],
      ['Context automaton + ranker: tiny', 'tiny'],
    ]);
    expect(columns.map(({ candidates }) => candidates.length)).toEqual([5, 5, 5]);
    // Both lists of the encoder contain candidates of the ranker.
    const lists = columns[2]?.candidates.flatMap(({ why }) => why.ranks.map(({ list }) => list));
    for (const list of ['sentence encoder, last customer turn', 'sentence encoder, trained'])
      expect(lists).toContain(list);
    expect((await client.comparison.compare(question)).columns[2]?.candidates).toEqual(
      columns[2]?.candidates,
    );

    // If requested, moves are found with it, and the run says so.
    const moves = async (encoder: 'folder' | null) =>
      resultOf<TaggingResult>(client, (await client.tagging.run({ tagger: 'moves', encoder })).job);
    const [byFolder, byLsa] = [await moves('folder'), await moves(null)];
    expect([byFolder.moves?.encoder, byLsa.moves?.encoder]).toEqual(['tiny', 'LSA']);
    const paramsOf = async (run: RunId) => (await client.tagging.runs()).find(({ id }) => id === run)?.params;
    expect((await paramsOf(byFolder.run))?.encoder).toBe('tiny');
    expect((await paramsOf(byLsa.run))?.encoder).toBe(null);
    expect(await client.moves.cards({ run: byFolder.run })).toMatchObject({ encoder: 'tiny' });

    rmSync(join(folder, 'tokenizer.json'));
    expect(await ofFolder()).toMatchObject({ available: false, unavailableBecause: expect.any(String) });
    await expect(client.comparison.compare(question)).rejects.toThrow(/Not all turns are encoded/);
    await client.comparison.chooseEncoder({ folder: null });
    expect(await client.comparison.encoders()).toHaveLength(1);
  });
}
