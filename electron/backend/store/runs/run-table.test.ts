import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterwards, temporaryFolder } from '../../../../tests/fixtures/cleanup.ts';
import { createDatabase } from '../database.ts';
import { finishRun, latestRun, listRuns, startRun } from './run-table.ts';
import { findTaggingRun } from './tagging-runs.ts';

function startFresh() {
  const database = createDatabase(join(temporaryFolder('runs'), 'p.dialogram'));
  afterwards(() => database.close());
  const add = (params: Record<string, unknown>) => {
    const run = startRun(database, { kind: 'tagging', params, seed: null, inputFingerprint: '' });
    finishRun(database, run, '2026-01-01T00:00:00.000Z', { utterancesTagged: 1, vocabulary: 1 });
    return run;
  };
  const order = () => listRuns(database, 'tagging').map(({ id }) => id);
  const inForce = () => findTaggingRun(database, null)?.id;
  return { database, add, order, inForce };
}

describe('runs', () => {
  it('come newest first, those that were made aside last', () => {
    const { database, add, order, inForce } = startFresh();
    const aside = add({ tagger: 'offline', aside: true });
    expect([order(), inForce(), latestRun(database, 'tagging')?.id]).toEqual([[aside], aside, aside]);
    const labels = add({ tagger: 'annotations' });
    const later = add({ tagger: 'moves', aside: true });
    expect(order()).toEqual([labels, later, aside]);
    expect([inForce(), latestRun(database, 'tagging')?.id]).toEqual([labels, labels]);
    const own = add({ tagger: 'offline' });
    expect([inForce(), order()]).toEqual([own, [own, labels, later, aside]]);
  });
});
