import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { afterwards, temporaryFolder } from '../../../tests/fixtures/cleanup.ts';
import { createDatabase, openDatabase, type WriteDatabase } from '../store/database.ts';
import { type JobContext, type JobKind, JobPause, JobStop } from './job.ts';
import { createJobRunner, type JobRunner } from './runner.ts';

type Params = Readonly<Record<string, unknown>>;
const IMPORT = { kind: 'import', params: z.record(z.string(), z.unknown()) };
const TAGGING = { ...IMPORT, kind: 'tagging' };

interface Step {
  readonly context: JobContext;
  finish(result: unknown): void;
  fail(error: unknown): void;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function startRunner(database: WriteDatabase, path: string) {
  const steps: Step[] = [];
  const run: JobKind<null, Params>['run'] = (_host, _params, context) =>
    new Promise((finish, fail) => {
      steps.push({ context, finish, fail });
      context.signal.addEventListener('abort', () => fail(context.signal.reason), { once: true });
    });
  const runner = createJobRunner({
    database,
    path,
    host: () => null,
    kinds: [IMPORT, TAGGING].map(
      (kind): JobKind<null, Params> => ({
        ...kind,
        run,
        topics: [],
        lane: ({ server }) => (server ? 'provider' : 'local'),
      }),
    ),
    onChange: () => {},
  });
  return { runner, steps };
}

function startFresh() {
  const path = join(temporaryFolder('runner'), 'p.dialogram');
  const database = createDatabase(path);
  afterwards(() => database.close());
  return { path, database, ...startRunner(database, path) };
}

async function watched(runner: JobRunner<null>, job: JobId): Promise<Job[]> {
  const seen: Job[] = [];
  for await (const state of runner.watch(job)) seen.push(state);
  return seen;
}

const states = (jobs: readonly Job[]): string[] => [...new Set(jobs.map((job) => job.state))];

describe('createJobRunner', () => {
  it('runs one job after the other and remembers their results', async () => {
    const { runner, steps } = startFresh();
    const first = runner.start(IMPORT, 'First', {});
    const second = runner.start(TAGGING, 'Second', {});
    const seen = watched(runner, first);
    await settled();
    expect(steps).toHaveLength(1);
    expect([runner.get(first).state, runner.get(second).state]).toEqual(['running', 'queued']);
    expect(runner.busy()).toBe(true);
    steps[0].finish({ dialogues: 3 });
    await settled();
    expect(runner.get(first)).toMatchObject({ state: 'done', result: { dialogues: 3 }, error: null });
    steps[1].finish(null);
    await runner.idle();
    expect(runner.busy()).toBe(false);
    expect(states(await seen)).toEqual(['queued', 'running', 'done']);
    expect(runner.list()).toHaveLength(2);
  });

  it('gives a failure its name, and lets it be tried again', async () => {
    const { runner, steps, path } = startFresh();
    const job = runner.start(IMPORT, 'Import', { paths: ['x'] });
    await settled();
    steps[0].fail(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
    await runner.idle();
    expect(runner.get(job)).toMatchObject({
      state: 'failed',
      error: { code: 'DISK_FULL', detail: { place: path } },
    });
    expect(runner.resume(job)).toMatchObject({ state: 'queued', error: null });
    await settled();
    steps[1].finish('second time');
    await runner.idle();
    expect(runner.get(job)).toMatchObject({ state: 'done', result: 'second time' });
    expect(() => runner.resume(job)).toThrow(DialogramError);
  });

  it('tells a fault of ours as INTERNAL', async () => {
    const { runner, steps } = startFresh();
    const job = runner.start(IMPORT, 'Import', {});
    await settled();
    steps[0].fail(new TypeError('x is not a function'));
    await runner.idle();
    expect(runner.get(job).error).toMatchObject({ code: 'INTERNAL', message: 'x is not a function' });
  });

  it('cancels what runs by its signal, and what waits at once', async () => {
    const { runner, steps } = startFresh();
    const running = runner.start(IMPORT, 'Runs', {});
    const waiting = runner.start(IMPORT, 'Waits', {});
    await settled();
    const seen = watched(runner, running);
    expect(runner.cancel(waiting).state).toBe('cancelled');
    expect(runner.cancel(running).state).toBe('cancelling');
    expect(steps[0].context.signal.aborted).toBe(true);
    await runner.idle();
    expect((await seen).at(-1)?.state).toBe('cancelled');
    expect(steps).toHaveLength(1);
    expect(runner.cancel(running).state).toBe('cancelled');
  });

  it('stopped: what runs or waits is paused, what is being canceled is canceled; watchers end', async () => {
    const { runner, steps, path, database } = startFresh();
    const first = runner.start(IMPORT, 'Runs', {});
    await settled();
    const second = runner.start(TAGGING, 'Waits', {});
    const watching = [watched(runner, first), watched(runner, second)];
    await runner.stop();
    expect(steps).toHaveLength(1);
    expect((await Promise.all(watching)).map((seen) => seen.at(-1)?.state)).toEqual(['paused', 'paused']);

    const again = startRunner(database, path);
    const cancelled = again.runner.start(IMPORT, 'Cancelled', {});
    await settled();
    again.runner.cancel(cancelled);
    await again.runner.stop();
    expect(again.runner.get(cancelled).state).toBe('cancelled');
    expect(
      again.runner
        .list()
        .map((job) => job.state)
        .sort(),
    ).toEqual(['cancelled', 'paused', 'paused']);
  });

  it('after a crash: what ran or waited is paused, what was being canceled is canceled', async () => {
    const { runner, database, path } = startFresh();
    const running = runner.start(IMPORT, 'Runs', {});
    const waiting = runner.start(IMPORT, 'Waits', {});
    await settled();
    const { database: other } = await openDatabase(path);
    afterwards(() => other.close());
    const { runner: later, steps } = startRunner(other, path);
    expect([later.get(running), later.get(waiting)]).toMatchObject([
      { state: 'paused', phase: 'interrupted' },
      { state: 'paused', phase: 'interrupted' },
    ]);
    expect(later.cancel(waiting).state).toBe('cancelled');
    later.resume(running);
    await settled();
    expect(steps).toHaveLength(1);
    steps[0].finish(null);
    await later.idle();
    expect(later.get(running).state).toBe('done');
    database.exec(`UPDATE jobs SET state = 'cancelling'`);
    expect(
      startRunner(other, path)
        .runner.list()
        .map((job) => job.state),
    ).toEqual(['cancelled', 'cancelled']);
  });

  it('pauses what runs by its signal and what waits at once, says why, and goes on', async () => {
    const { runner, steps } = startFresh();
    const running = runner.start(IMPORT, 'Runs', {});
    const waiting = runner.start(IMPORT, 'Waits', {});
    await settled();
    expect(runner.pause(waiting)).toMatchObject({ state: 'paused', reason: { code: 'person' } });
    const seen = watched(runner, running);
    expect(runner.pause(running)).toMatchObject({ state: 'running', phase: 'pausing' });
    expect(steps[0].context.signal.reason).toEqual(new JobStop('pause'));
    await runner.idle();
    expect((await seen).at(-1)).toMatchObject({ state: 'paused', reason: { code: 'person' } });
    expect(() => runner.pause(running)).toThrow(/paused/);
    expect(runner.resume(running)).toMatchObject({ state: 'queued', reason: null });
    await settled();
    steps[1].finish(1);
    await runner.idle();
    expect(runner.get(running)).toMatchObject({ state: 'done', reason: null });
    expect(runner.cancel(waiting)).toMatchObject({ state: 'cancelled', reason: null });
  });

  it('lets a job pause itself with its reason, which is kept', async () => {
    const { runner, steps, database, path } = startFresh();
    const job = runner.start(TAGGING, 'Tags', { server: true });
    await settled();
    steps[0].fail(new JobPause({ code: 'budget', message: 'The budget is reached.' }));
    await runner.idle();
    const paused = { state: 'paused', error: null, reason: { code: 'budget' }, pausable: true };
    expect(runner.get(job)).toMatchObject(paused);
    expect(startRunner(database, path).runner.get(job)).toMatchObject(paused);
  });

  it('runs what waits for a server beside what computes, and each in its turn', async () => {
    const { runner, steps } = startFresh();
    const jobs = [{ server: true }, {}, { server: true }, {}].map((params) =>
      runner.start(TAGGING, 'Tags', params),
    );
    await settled();
    expect(jobs.map((job) => runner.get(job).state)).toEqual(['running', 'running', 'queued', 'queued']);
    steps[1].finish(null);
    await settled();
    expect(jobs.map((job) => runner.get(job).state)).toEqual(['running', 'done', 'queued', 'running']);
    expect(runner.get(jobs[1]).pausable).toBe(false);
    await runner.stop();
    expect(jobs.map((job) => runner.get(job).state)).toEqual(['paused', 'done', 'paused', 'paused']);
    expect(runner.busy()).toBe(false);
  });

  it('forgets a watcher that leaves, and ends one that is aborted', async () => {
    const { runner, steps } = startFresh();
    const job = runner.start(IMPORT, 'Import', {});
    await settled();
    for await (const state of runner.watch(job)) {
      expect(state.state).toBe('running');
      break;
    }
    const abort = new AbortController();
    const stream = runner.watch(job, abort.signal);
    await stream.next();
    const next = stream.next();
    abort.abort();
    expect(await next).toEqual({ value: undefined, done: true });
    expect(runner.watchers()).toBe(0);
    steps[0].finish(null);
    await runner.idle();
  });

  it('estimates the time left from the progress of the current phase only', async () => {
    const { runner, steps } = startFresh();
    const id = runner.start(IMPORT, 'Two phases', {});
    await settled();
    const clock = vi.spyOn(performance, 'now');
    const report = (seconds: number, phase: string, done: number, total: number): number | null => {
      clock.mockReturnValue(1000 * (1000 + seconds));
      steps[0]!.context.report({ phase, done, total, unit: 'turns' });
      return runner.get(id).secondsLeft;
    };
    try {
      report(0, 'reading', 900, 1000);
      expect(report(10, 'reading', 950, 1000)).toBeCloseTo(10);
      expect(report(20, 'encoding', 10, 400)).toBeNull();
      expect(report(40, 'encoding', 210, 400)).toBeCloseTo(19);
    } finally {
      clock.mockRestore();
    }
    steps[0]!.finish(null);
  });

  it('names a job that there is not', () => {
    const { runner } = startFresh();
    for (const ask of [runner.get, runner.cancel, runner.resume]) {
      expect(() => ask('none' as JobId)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    }
  });

  it('remembers no job that it could not save', () => {
    const { runner, database } = startFresh();
    database.exec('DROP TABLE jobs');
    expect(() => runner.start(IMPORT, 'Import', {})).toThrow();
    expect(runner.busy()).toBe(false);
  });

  it('says of a job that the app began by itself that it is in the background, until it is resumed', async () => {
    const { runner, steps } = startFresh();
    const asked = runner.start(TAGGING, 'Asked for', {});
    const own = runner.start(TAGGING, 'Its own', {}, true);
    expect(runner.list().map(({ id, background }) => [id, background])).toEqual(
      expect.arrayContaining([
        [asked, false],
        [own, true],
      ]),
    );
    runner.pause(own);
    expect(runner.resume(own).background).toBe(false);
    await settled();
    steps[0]?.finish(null);
    await settled();
    steps[1]?.finish(null);
    await runner.idle();
  });
});
