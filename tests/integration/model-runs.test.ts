import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { neutral, supportCalls } from '../fixtures/dialogues.ts';
import { type ModelServerOptions, startModelServer } from '../fixtures/model-server.ts';
import { killed, said, startScript } from '../fixtures/other-process.ts';
import { ended, makeProject, openPage, startTestBackend, type TestProject } from '../fixtures/project.ts';
import { connectServer, tagsByLongestWord } from '../fixtures/tagging-model.ts';
import { virtualTime } from '../fixtures/virtual-time.ts';

const PRICE = { inputUsd: 1, outputUsd: 1 };

function taggedTurns(path: string, run: number) {
  const database = new Database(path, { readonly: true });
  try {
    expect(database.pragma('foreign_key_check')).toEqual([]);
    return database
      .prepare(
        `SELECT (SELECT count(DISTINCT round_id) FROM run_tags WHERE run_id = ?) AS tagged, count(*) AS turns FROM rounds`,
      )
      .get(run) as { tagged: number; turns: number };
  } finally {
    database.close();
  }
}

/** Returns dialogues with different texts, so that no two requests are equal. */
const differentCalls = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const word = [...String(index)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('a');
    return neutral(`call-${index}`, `u: Where is the parcel for ${word}?`, 's: It is on its way.');
  });

describe('kill -9 in the middle of a run', () => {
  it('leaves a paused run, which repeats no finished request', async () => {
    const server = await startModelServer({ answer: tagsByLongestWord });
    const project = await makeProject(differentCalls(400));
    const provider = await connectServer(project.client, server);
    await project.backend.stop();
    const child = startScript('tag-with-model.ts', [
      project.path,
      join(project.folder, 'settings'),
      provider,
    ]);
    await said(child, 'started');
    await expect.poll(() => server.chats().length, { timeout: 600_000, interval: 5 }).toBeGreaterThan(200);
    await killed(child);
    const before = server.chats().length;
    expect(before).toBeLessThan(400);

    const { client } = openPage(startTestBackend(project.folder));
    await client.projects.open({ path: project.path });
    const [job] = await client.jobs.list();
    expect(job).toMatchObject({ kind: 'tagging', state: 'paused', reason: { code: 'interrupted' } });
    const [{ run }] = await client.modelTagging.runs();
    await client.jobs.resume({ job: job.id });
    expect(await ended(client, job.id)).toMatchObject({ state: 'done', result: { warnings: [] } });
    const { tagged, turns } = taggedTurns(project.path, run);
    expect(tagged).toBe(turns);
    const texts = server.chats().map((seen) => seen.text);
    expect(new Set(texts).size).toBe(400);
    // Only requests in flight when it was killed may have been sent twice.
    expect(texts.length).toBeLessThanOrEqual(400 + 4);
    expect(await client.modelTagging.report({ run })).toMatchObject({
      dialogues: { total: 400, done: 400, failed: 0 },
      answered: 400,
    });
  });
});

async function setUpBatches(options: ModelServerOptions = {}, requests = 50_000) {
  const server = await startModelServer({ answer: tagsByLongestWord, ...options });
  const models = { time: virtualTime(), batchLimits: { requests, bytes: 1e8 } };
  const project = await makeProject(supportCalls(30), { models });
  const provider = await connectServer(project.client, server, { price: PRICE, batches: true });
  const settings = { provider, model: 'small-model', pilot: 0, batchFiles: true };
  return { server, project, client: project.client, settings };
}

const uploads = (server: { requests: readonly { route: string; method: string }[] }): number =>
  server.requests.filter(({ route, method }) => route === '/files' && method === 'POST').length;

const allTagged = (project: TestProject, run: number): void => {
  const { tagged, turns } = taggedTurns(project.path, run);
  expect(tagged).toBe(turns);
};

describe("a provider's batch files", () => {
  it('answer all first requests at half the price, in files within the limit', async () => {
    const { server, project, client, settings } = await setUpBatches({}, 8);
    const { job, run } = await client.modelTagging.start({ settings });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    allTagged(project, run);
    expect(server.chats()).toEqual([]);
    expect(uploads(server)).toBe(4);
    const report = await client.modelTagging.report({ run });
    expect(report).toMatchObject({ batched: 30, answered: 30, failures: [], latencyMedianMs: null });
    expect(report.batches.map(({ state, requests }) => `${state} ${requests}`)).toEqual([
      'done 8',
      'done 8',
      'done 8',
      'done 6',
    ]);
    expect(report.costUsd).toBeCloseTo((report.inputTokens + report.outputTokens) / 2e6, 12);
    expect(report.cached).toBe(30);
  });

  it('that lack, repeat or garble answers: only missing ones are requested again', async () => {
    const fates = ['ok', 'error', 'missing', 'twice', 'garbled'] as const;
    const seen = new Map<string, number>();
    let next = 0;
    const { server, project, client, settings } = await setUpBatches({
      fateOf: (id) => {
        const index = seen.get(id) ?? next++;
        seen.set(id, index);
        return fates[index % fates.length];
      },
    });
    const { job, run } = await client.modelTagging.start({ settings });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
    allTagged(project, run);
    const report = await client.modelTagging.report({ run });
    expect(report.dialogues).toMatchObject({ done: 30, failed: 0, flagged: 0 });
    // Two of the five kinds are answered; the rest are few enough to be asked one by one.
    expect(report.batched).toBe(12);
    expect(server.chats()).toHaveLength(18);
  });

  it('are waited for after a restart, and not submitted again', async () => {
    let ready = false;
    const { server, project, client, settings } = await setUpBatches({
      looksUntilDone: () => (ready ? 0 : Number.POSITIVE_INFINITY),
    });
    const { job, run } = await client.modelTagging.start({ settings });
    await expect.poll(() => server.requests.some(({ route }) => /^\/batches\/./.test(route))).toBe(true);
    await project.backend.stop();
    expect(uploads(server)).toBe(1);
    ready = true;
    const later = openPage(startTestBackend(project.folder, { models: { time: virtualTime() } }));
    await later.client.projects.open({ path: project.path });
    expect(await later.client.jobs.get({ job })).toMatchObject({ state: 'paused' });
    await later.client.jobs.resume({ job });
    expect(await ended(later.client, job)).toMatchObject({ state: 'done' });
    expect(uploads(server)).toBe(1);
    expect(server.chats()).toEqual([]);
    expect(await later.client.modelTagging.report({ run })).toMatchObject({ batched: 30, cached: 30 });
  });

  it('are canceled at the provider with the job', async () => {
    const { server, client, settings } = await setUpBatches({ looksUntilDone: Number.POSITIVE_INFINITY });
    const { job, run } = await client.modelTagging.start({ settings });
    await expect.poll(() => server.requests.some(({ route }) => /^\/batches\/./.test(route))).toBe(true);
    await client.jobs.cancel({ job });
    expect(await ended(client, job)).toMatchObject({ state: 'cancelled' });
    await expect
      .poll(() => server.requests.filter(({ route }) => /^\/batches\/[^/]+\/cancel$/.test(route)).length)
      .toBe(1);
    expect(await client.modelTagging.report({ run })).toMatchObject({ batches: [{ state: 'cancelled' }] });
  });

  it('that the provider refuses pause the run with its message', async () => {
    const { client, settings } = await setUpBatches({ failBatchesWith: 'Too many tokens in the queue.' });
    const { job } = await client.modelTagging.start({ settings });
    expect(await ended(client, job)).toMatchObject({
      state: 'paused',
      reason: { code: 'provider', message: expect.stringContaining('Too many tokens') },
    });
  });

  it('are limited to what the budget allows', async () => {
    const { client, settings } = await setUpBatches({}, 4);
    const estimate = await client.modelTagging.estimate({ settings });
    const bound = (estimate.costUsd?.most ?? 0) / 3;
    const { job, run } = await client.modelTagging.start({ settings: { ...settings, budgetUsd: bound / 3 } });
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'budget' } });
    const report = await client.modelTagging.report({ run });
    expect(report.costUsd).toBeLessThanOrEqual(bound / 3);
    expect(report.batched).toBeGreaterThan(0);
    expect(report.batched).toBeLessThan(30);
    await client.modelTagging.goOn({ run, limits: { budgetUsd: 100 } });
    expect(await ended(client, job)).toMatchObject({ state: 'done' });
  });
});
