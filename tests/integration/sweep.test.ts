import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LearnResult } from '#shared/contract/automata.ts';
import { settingsOf, sweepInputSchema } from '#shared/contract/sweep.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { ended, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

describe('the settings of a sweep', () => {
  const settings = (input: Parameters<typeof sweepInputSchema.parse>[0]) =>
    settingsOf(sweepInputSchema.parse(input));

  it('combine all values that a learner uses, each once', () => {
    const all = settings({ taus: [1, 5, 5], lambdas: [0.1, null], states: [20, 40] });
    const of = (learner: string) => all.filter((setting) => setting.learner === learner);
    expect(of('paper').map(({ tau, lambda }) => [tau, lambda])).toEqual([
      [1, 0.1],
      [1, null],
      [5, 0.1],
      [5, null],
    ]);
    expect(of('context')).toHaveLength(2);
    expect(of('overview')).toHaveLength(2);
    expect(of('dependency')).toHaveLength(1);
    expect(of('merging')).toHaveLength(2);
    expect(
      settings({ learners: ['merging'], policies: ['phi', 'k-tails'], lambdas: [0.1, 0.2], ks: [1, 2, 3] }),
    ).toHaveLength(5);
    expect(settings({ runs: [1, 2], learners: ['dependency'] }).map(({ run }) => run)).toEqual([1, 2]);
  });
});

describe('a sweep', () => {
  it('measures every setting of every run, and learns the chosen one as measured', async () => {
    const { client } = await makeProject(supportCalls(120));
    await tagWith(client, 'annotations');
    await tagWith(client, 'offline');
    const runs = (await client.tagging.runs()).map(({ id }) => id);
    const { job } = await client.sweep.start({
      runs,
      learners: ['paper', 'overview', 'merging'],
      policies: ['alergia', 'k-tails'],
    });
    const { run } = await resultOf<{ run: never }>(client, job);
    const { result, stale } = await client.sweep.get({ run });
    expect(stale).toBe(false);
    expect(result).toMatchObject({ dialogues: 120 });
    expect(result.rows).toHaveLength(4 * runs.length);
    expect(new Set(result.rows.map(({ tagger }) => tagger))).toEqual(new Set(['annotations', 'offline']));
    for (const row of result.rows) {
      expect(row.beyondChance.lower).not.toBeNull();
      expect(row.sequences).toBeGreaterThan(1);
      expect(row.named).toBeGreaterThan(0);
    }
    for (const { setting, states, transitions, largest, followed } of result.rows.slice(0, 4)) {
      const learned = await resultOf<LearnResult>(client, (await client.automata.learn(setting)).job);
      expect(learned).toMatchObject({ states, transitions, largestStateShare: largest });
      const policies = learned.reach?.policies ?? [];
      expect(policies.map(({ shareOfTurns }) => shareOfTurns)).toContain(followed);
    }
    const turn = (
      await client.corpus.dialogue({ dialogue: (await client.corpus.dialogues({})).items[0]!.id })
    ).turns[0]!;
    await client.tagging.addTag({ turn: turn.id, tag: 'urgent' });
    expect((await client.sweep.list())[0]?.stale).toBe(true);
  });

  it('leaves nothing when it is canceled', async () => {
    const { client } = await makeProject(supportCalls(200));
    await tagWith(client, 'annotations');
    const { job } = await client.sweep.start({ taus: [0, 1, 2, 3, 4, 5], states: [10, 20, 30, 40] });
    await client.jobs.cancel({ job });
    expect((await ended(client, job)).state).toBe('cancelled');
    expect(await client.sweep.list()).toEqual([]);
  });

  it('prints a row per setting on the command line, and as CSV', async () => {
    const folder = temporaryFolder('sweep');
    const project = join(folder, 'p.dialogram');
    await cli('import', writeNeutral(folder, 'calls.jsonl', supportCalls(60)), '--project', project);
    await cli('tag', '--project', project, '--tagger', 'annotations');
    const sweep = (...rest: string[]) => cli('learn', '--sweep', '--project', project, ...rest);
    const out = join(folder, 'sweep.csv');
    const { status, output } = await sweep(
      '--learners',
      'paper,merging',
      '--lambda',
      '0.1,none',
      '--policy',
      'alergia',
      '--states',
      '10,20',
      '--out',
      out,
    );
    expect(status).toBe(0);
    expect(output.rows).toHaveLength(4);
    expect(output.rows[1]).toMatchObject({ learner: 'paper', tau: 5, lambda: null, tagger: 'annotations' });
    expect(output.rows[2]).toMatchObject({ learner: 'merging', policy: 'alergia', alpha: 1e-4, most: 10 });
    expect(output.rows[2].states).toBeLessThanOrEqual(10);
    const [head, , second] = readFileSync(output.file, 'utf8').split('\r\n');
    expect(head?.split(',').slice(0, 6)).toEqual(['tagger', 'run', 'learner', 'where', 'tau', 'lambda']);
    expect(second).toMatch(/^annotations,1,paper,,5,none,,/);
    const wrong = await sweep('--learners', 'paper,best');
    expect(wrong.output.error).toMatchObject({ code: 'INVALID' });
    expect(wrong.output.error.message).toMatch(/^--learners must be paper, .+, not "paper,best"/);
  });
});
