import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Job } from '#shared/contract/jobs.ts';
import { ended } from '../fixtures/project.ts';
import { errorOf, LARGE, type Suite } from './contract-suite.ts';

export function describeJobs(suite: Suite): void {
  it('reports an import from its start to its result', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'watched' });
    const { job } = await client.corpus.import({ paths: [await suite.largeFile()] });
    const seen: Job[] = [];
    for await (const state of await client.jobs.watch({ job })) seen.push(state);
    expect(seen.at(-1)).toMatchObject({ id: job, kind: 'import', state: 'done', error: null });
    expect(seen.at(-1)?.result).toMatchObject({ dialogues: LARGE, rejected: 0, ignored: 0 });
    const running = seen.filter((state) => state.state === 'running' && state.total !== null);
    expect(running.length).toBeGreaterThan(0);
    const done = running.map((state) => state.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(await client.jobs.get({ job })).toMatchObject({ state: 'done' });
    await client.projects.close();
  });

  it('answers other calls during an import', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'busy' });
    const { job } = await client.corpus.import({ paths: [await suite.largeFile()] });
    let answers = 0;
    let lists = 0;
    for (let state: string = 'running'; state === 'running' || state === 'queued'; answers++) {
      await client.system.info();
      if (answers % 3 === 2) lists += (await client.corpus.dialogues({ limit: 1 })).items.length;
      ({ state } = await client.jobs.get({ job }));
      // Without a transport, only answers would run.
      await setImmediate();
    }
    // Each loop makes two calls. A blocking import would allow only a few between its chunks.
    expect(answers).toBeGreaterThan(5);
    expect(lists).toBeGreaterThan(0);
    expect(await client.jobs.get({ job })).toMatchObject({ state: 'done' });
    await client.projects.close();
  });

  it('cancels at once and keeps only whole dialogues', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'cancelled' });
    const { job } = await client.corpus.import({ paths: [await suite.largeFile()] });
    const waiting = await client.tagging.run({ tagger: 'annotations' });
    const after: string[] = [];
    let asked = false;
    for await (const state of await client.jobs.watch({ job })) {
      if (asked) after.push(state.state);
      if (state.state !== 'running' || asked) continue;
      asked = (await client.corpus.dialogues({ limit: 1 })).total > 0;
      if (asked) {
        await client.jobs.cancel({ job: waiting.job });
        expect((await client.jobs.cancel({ job })).state).toMatch(/^cancel/);
      }
    }
    // Events that were on their way can still say "running", but none after the first that does not.
    const answered = after.findIndex((state) => state !== 'running');
    expect(after.slice(answered)).not.toContain('running');
    expect(after.at(-1)).toBe('cancelled');
    expect((await ended(client, waiting.job)).state).toBe('cancelled');
    const { total, items } = await client.corpus.dialogues({ limit: 1000 });
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(LARGE);
    // Every call of the file has five or six turns.
    expect(items.every((dialogue) => dialogue.turns >= 5)).toBe(true);
    expect((await client.jobs.list()).map((entry) => entry.state)).toEqual(['cancelled', 'cancelled']);
    await client.projects.close();
  });

  it('keeps a job paused until somebody resumes it', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'paused' });
    const { job } = await client.corpus.import({ paths: [await suite.largeFile()] });
    await client.jobs.pause({ job });
    expect(await ended(client, job)).toMatchObject({ state: 'paused', reason: { code: 'person' } });
    expect(await errorOf(client.jobs.pause({ job }))).toMatchObject({ code: 'INVALID' });
    await client.jobs.resume({ job });
    expect(await ended(client, job)).toMatchObject({ state: 'done', reason: null });
    expect((await client.corpus.dialogues({ limit: 1 })).total).toBe(LARGE);
    await client.projects.close();
  });

  it('lets only one page have a project open', async () => {
    const other = await suite.openPage();
    const path = (await suite.client.projects.current())?.path as string;
    const refused = await errorOf(other.client.projects.open({ path }));
    expect(refused).toMatchObject({ code: 'PROJECT_IN_USE', data: { place: path } });
    expect(refused.data.nextStep).toContain('Close the project there');
    expect(await suite.client.corpus.sources()).toHaveLength(1);
    const mine = await other.client.projects.create({ path: 'mine' });
    expect((await other.client.projects.current())?.path).toBe(mine.path);
    await other.client.projects.close();
  });

  it('gives the project to the same page at once after a reload', async () => {
    const first = await suite.openPage();
    const { path } = await first.client.projects.create({ path: 'reloaded' });
    let page = first;
    for (let load = 0; load < 5; load++) {
      const leaving = page.leave();
      page = await suite.openPage();
      expect((await page.client.projects.open({ path })).path).toBe(path);
      await leaving;
    }
    await page.client.projects.close();
  });

  it('continues an import after its page has left, and shows the job to the next page', async () => {
    const first = await suite.openPage();
    const { path } = await first.client.projects.create({ path: 'left' });
    const { job } = await first.client.corpus.import({ paths: [await suite.largeFile()] });
    await first.leave();
    const second = await suite.openPage();
    await second.client.projects.open({ path });
    expect(await ended(second.client, job)).toMatchObject({ state: 'done', result: { dialogues: LARGE } });
    await second.client.projects.close();
  });

  it('closes a project at once during an import, and opens another', async () => {
    const page = await suite.openPage();
    const { path } = await page.client.projects.create({ path: 'closed-early' });
    const { job } = await page.client.corpus.import({ paths: [await suite.largeFile()] });
    expect(await page.client.projects.close()).toEqual({ closed: true });
    await page.client.projects.create({ path: 'next' });
    await page.client.projects.open({ path });
    // If closing had waited for the import, the import would be done by now.
    expect((await page.client.jobs.get({ job })).state).toMatch(/^(queued|running)$/);
    await page.client.jobs.cancel({ job });
    await ended(page.client, job);
    await page.client.projects.close();
  });
}
