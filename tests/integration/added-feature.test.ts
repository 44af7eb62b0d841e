import { oc } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createBackend } from '#backend/backend.ts';
import { commitEdit } from '#backend/editing/commit.ts';
import { defineFeature } from '#backend/feature.ts';
import * as features from '#backend/features.ts';
import { anyFile } from '#backend/files.ts';
import type { JobKind } from '#backend/jobs/job.ts';
import { type Project, projectService } from '#backend/project.ts';
import { versionOf } from '#backend/store/file/meta-table.ts';
import { allRuns, startRun } from '#backend/store/runs/run-table.ts';
import { ensureTagNamed } from '#backend/store/tags/tag-table.ts';
import { EDIT_GROUPS, EDIT_WORDS } from '#shared/contract/history.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';

function addedFeature() {
  const closed: number[] = [];
  const tally = projectService(
    () => ({ count: 0 }),
    ({ count }) => void closed.push(count),
  );
  const job: JobKind<Project, { by: number }> = {
    kind: 'tally',
    params: z.object({ by: z.number() }),
    topics: ['project'],
    run: async (project, { by }) => {
      project.use(tally).count += by;
      return project.use(tally).count;
    },
  };
  const contract = { add: oc.input(job.params).output(z.string()), count: oc.output(z.number()) };
  const feature = defineFeature({
    contract,
    jobs: [job],
    methods: {
      add: ({ input, project }) => project.jobs.start(job, 'Adding', input),
      count: ({ project }) => project.use(tally).count,
    },
  });
  return { feature, closed };
}

it('runs, forgets and closes what a feature adds without anything else knowing it', async () => {
  const { feature, closed } = addedFeature();
  const folder = temporaryFolder();
  const files = anyFile({ workspace: folder, from: folder });
  const backend = createBackend(
    { shell: 'test', version: '0', files, settingsFolder: null },
    { ...features, tally: feature },
  );
  expect(Object.keys(backend.router)).toContain('tally');
  const session = backend.openSession();
  const project = await session.open(`${folder}/p.dialogram`, 'create');
  const client = createRouterClient(feature.router, { context: { session } });

  const changes = project.changes.stream();
  const first = changes.next();
  const id = await client.add({ by: 3 });
  expect((await first).value?.topics).toEqual(['jobs', 'project']);
  await project.jobs.idle();
  expect(project.jobs.list()).toMatchObject([{ id, kind: 'tally', state: 'done', result: 3 }]);
  expect(await client.count()).toBe(3);

  await project.forget();
  expect(closed).toEqual([3]);
  expect(await client.count()).toBe(0);
  await backend.stop();
  expect(closed).toEqual([3, 0]);
});

it("makes, lists, undoes and redoes a feature's own kind of edit", async () => {
  const folder = temporaryFolder();
  const files = anyFile({ workspace: folder, from: folder });
  const backend = createBackend(
    { shell: 'test', version: '0', files, settingsFolder: null },
    { ...features, remarks: { edits: { note: { topics: ['project'], changesTags: 'always' } } } },
  );
  const session = backend.openSession();
  const project = await session.open(`${folder}/p.dialogram`, 'create');
  const { tagging, history } = createRouterClient(
    { tagging: features.tagging.router, history: features.history.router },
    { context: { session } },
  );
  const { database } = project;
  const tag = ensureTagNamed(database, 'late');
  const describe = (kind: string) =>
    commitEdit({ project, author: 'Ada', reason: '' }, kind, 'Note #late', [
      { table: 'tags', tag, before: { description: '' }, after: { description: 'after the hour' } },
    ]);

  const changes = project.changes.stream();
  const first = changes.next();
  const version = versionOf(database, 'edit_version');
  expect(describe('note')).toMatchObject({ edit: { kind: 'note' }, undo: 'Note #late' });
  expect((await first).value?.topics).toEqual(['edits', 'project']);
  expect(versionOf(database, 'edit_version')).toBe(version + 1);
  expect(await tagging.undo()).toMatchObject({ edit: { kind: 'note', undone: true } });
  expect(await tagging.redo()).toMatchObject({ edit: { kind: 'note', undone: false } });
  expect((await history.list({ kinds: ['note'] })).items).toMatchObject([{ kind: 'note', author: 'Ada' }]);

  expect(() => describe('rumour')).toThrow('“rumour” is not a kind of edit.');
  await expect(history.list({ kinds: ['rumour'] })).rejects.toThrow('“rumour”');
  await backend.stop();
});

it('has words in the history for every kind of edit, and a group to find it by', () => {
  const kinds = Object.values(features).flatMap((feature) =>
    'edits' in feature ? Object.keys(feature.edits ?? {}) : [],
  );
  expect(Object.keys(EDIT_WORDS).sort()).toEqual([...kinds].sort());
  expect(EDIT_WORDS['merge-topics']).toBe('topics merged');
  expect(new Set(EDIT_GROUPS.map(({ value }) => value)).size).toBe(EDIT_GROUPS.length);
});

it('keeps crashed runs of a kind that a feature declares as lasting', async () => {
  const folder = temporaryFolder();
  const files = anyFile({ workspace: folder, from: folder });
  const lasting = { kind: 'lasting', tagger: null, lasts: true, settingsStay: false };
  const ofOneTagger = { ...lasting, kind: 'shared', tagger: 'own' };
  const open = (mode: 'open' | 'create') => {
    const backend = createBackend(
      { shell: 'test', version: '0', files, settingsFolder: null },
      { ...features, added: { runs: [lasting, ofOneTagger] } },
    );
    return { backend, opened: backend.openSession().open(`${folder}/p.dialogram`, mode) };
  };
  const kinds = ['lasting', 'short', 'shared'];
  const first = open('create');
  const { database } = await first.opened;
  for (const kind of kinds)
    for (const tagger of ['own', 'other'])
      startRun(database, { kind, params: { tagger }, seed: null, inputFingerprint: '', startedAt: '' });
  await first.backend.stop();

  const again = open('open');
  const project = await again.opened;
  const left = kinds.flatMap((kind) => allRuns(project.database, kind));
  expect(left.map(({ kind, params }) => [kind, params.tagger])).toEqual([
    ['lasting', 'other'],
    ['lasting', 'own'],
    ['shared', 'own'],
  ]);
  await again.backend.stop();
});
