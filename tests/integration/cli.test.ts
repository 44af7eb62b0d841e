import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { automatonFileSchema } from '#shared/contract/automata.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { answerOf, cli, committed, spawnCli } from '../fixtures/command-line.ts';
import { supportCalls, turnsOf, writeManyCalls, writeNeutral } from '../fixtures/dialogues.ts';

const number = expect.any(Number);
const text = expect.any(String);
const CALLS = supportCalls(80);

/** The output formats that measurements and other programs rely on. */
describe('the command line', () => {
  const folder = temporaryFolder('cli');
  const project = join(folder, 'p.dialogram');
  const file = writeNeutral(folder, 'calls.jsonl', CALLS);

  beforeAll(async () => {
    const { status, output } = await cli('import', file, '--project', project);
    expect(status).toBe(0);
    expect(output).toEqual({
      dialogues: 80,
      continued: 0,
      utterances: turnsOf(CALLS),
      turns: turnsOf(CALLS),
      rejected: 0,
      ignored: 0,
      read: turnsOf(CALLS),
      warnings: [],
      seconds: number,
    });
    for (const tagger of ['offline', 'annotations']) {
      const tagged = await cli('tag', '--project', project, '--tagger', tagger);
      expect(tagged.status).toBe(0);
      expect(tagged.output).toEqual({
        run: tagger === 'offline' ? 1 : 2,
        utterancesTagged: number,
        vocabulary: number,
        warnings: expect.any(Array),
        seconds: number,
      });
      expect(tagged.output.utterancesTagged).toBeGreaterThan(80);
    }
    const learned = await cli('learn', '--project', project, '--tau', '1');
    expect(learned.status).toBe(0);
    expect(learned.output).toEqual({
      automaton: number,
      states: number,
      statesBeforeMerging: number,
      statesBeforeClosure: number,
      transitions: number,
      candidates: number,
      accepted: number,
      forced: number,
      largestStateShare: number,
      untagged: { turns: number, of: number, role: null },
      notDrawn: null,
      warnings: expect.any(Array),
      advice: [],
      seconds: number,
      learningSeconds: number,
      peakMb: number,
      reach: {
        heldOutShare: 0.1,
        heldOut: number,
        learnedFrom: number,
        policies: ['literal', 'greedy', 'resume'].map((policy) =>
          expect.objectContaining({ policy, turns: number, turnsFollowed: number, routesToEnd: number }),
        ),
      },
      size: null,
    });
    expect(learned.output.statesBeforeMerging).toBeGreaterThanOrEqual(learned.output.statesBeforeClosure);
    expect(learned.output.statesBeforeClosure).toBeGreaterThanOrEqual(learned.output.states);
    expect(learned.output.largestStateShare).toBeLessThanOrEqual(1);
  });

  it('lists, exports and imports the vocabulary', async () => {
    const own = join(folder, 'vocabulary.dialogram');
    copyFileSync(project, own);
    const given = ['--project', own] as const;
    const listed = await cli('vocabulary', 'list', ...given);
    const tag = listed.output.tags.find(({ name }: { name: string }) => name === 'ask-number');
    expect(tag).toEqual({
      name: 'ask-number',
      description: '',
      archived: false,
      turns: 40,
      byRole: { user: 0, system: 40 },
      dialogues: 40,
      firstSeen: { turn: number, time: null },
      lastSeen: { turn: number, time: null },
      merged: [],
    });
    const out = join(folder, 'vocabulary.csv');
    const written = await cli('vocabulary', 'export', out, ...given);
    expect(written.output).toEqual({ path: out, bytes: number, tags: listed.output.tags.length });
    writeFileSync(
      out,
      readFileSync(out, 'utf8').replace('ask-number,0,40,,', 'ask-number,0,40,Which order,'),
    );
    const dry = await cli('vocabulary', 'import', out, '--dry-run', ...given);
    expect(dry.output).toMatchObject({
      edit: null,
      report: { changed: 1, conflicts: 0, items: [{ name: 'ask-number', action: 'change' }] },
    });
    const read = await cli('vocabulary', 'import', out, '--reason', 'Agreed', ...given);
    expect(read.output).toMatchObject({
      edit: { kind: 'import-vocabulary', reason: 'Agreed' },
      report: dry.output.report,
    });
    expect((await cli('vocabulary', 'import', out, ...given)).output.edit).toBeNull();
    for (const wrong of [['rename'], ['import'], ['list', 'x']]) {
      const refused = await cli('vocabulary', ...wrong, ...given);
      expect(refused.output.error).toMatchObject({ code: 'INVALID', detail: { place: 'vocabulary' } });
    }
  });

  it('learn accepts the run, lambda, depth and the continuation rule', async () => {
    const options = [
      '--run',
      '1',
      '--learner',
      'paper',
      '--lambda',
      'none',
      '--depth',
      '4',
      '--continue',
      'leaves',
    ];
    const { status, output } = await cli('learn', '--project', project, '--tau', '1', ...options);
    expect(status).toBe(0);
    expect(output).toMatchObject({ accepted: 0, forced: 0 });
    expect(output.states).toBe(output.statesBeforeMerging);
    const { runs } = (await cli('info', '--project', project)).output;
    const [latest] = runs.automata;
    expect(latest).toMatchObject({ id: output.automaton, taggingRun: 1, tagger: 'offline' });
    expect(latest.params).toMatchObject({ tau: 1, lambda: null, depth: 4, continueAt: 'leaves' });
  });

  it.each(['literal', 'greedy', 'resume'])('route by %s', async (policy) => {
    const { runs } = (await cli('info', '--project', project)).output;
    const automaton = String(runs.automata.at(-1).id);
    const options = ['--automaton', automaton, '--policy', policy];
    const { status, output } = await cli('route', '--project', project, '--dialogue', 'call-2', ...options);
    expect(status).toBe(0);
    expect(Object.keys(output).sort()).toEqual(['steps', 'stoppedBecause', 'tracked']);
    expect(output.steps.length).toBeGreaterThan(1);
    for (const step of output.steps) {
      expect(step).toMatchObject({ turn: number, state: number, support: number });
      expect(step.role).toMatch(/^(user|system)$/);
      for (const tag of [...step.tags, ...step.matched]) expect(tag).toEqual(text);
      expect(step.tags).toEqual(expect.arrayContaining(step.matched));
    }
    expect(output).toMatchObject({ stoppedBecause: text, tracked: number });
  });

  it.each(automatonFileSchema.options)('export as %s', async (to) => {
    const out = join(folder, `automaton.${to}`);
    const { status, output } = await cli('export', '--project', project, '--to', to, '--out', out);
    expect(status).toBe(0);
    expect(output).toEqual({ path: out, bytes: statSync(out).size });
    if (to !== 'json') return;
    const whole = JSON.parse(readFileSync(out, 'utf8'));
    expect(
      (await cli('export', '--project', project, '--share', '--to', to, '--out', out, '--force')).status,
    ).toBe(0);
    const shared = JSON.parse(readFileSync(out, 'utf8'));
    expect(shared.about.leftOut).toContain('at least 5 dialogues');
    expect(shared).toMatchObject({ report: null, dialogues: whole.dialogues });
    expect(whole.about).not.toHaveProperty('leftOut');
    const given = ['export', '--project', project, '--as-shown', '--out', out, '--force', '--to'];
    expect((await cli(...given, to)).status).toBe(0);
    const shown = JSON.parse(readFileSync(out, 'utf8'));
    expect(shown.states.length).toBeLessThanOrEqual(Math.min(61, whole.states.length));
    expect((await cli(...given, 'html')).status).not.toBe(0);
  });

  it('info: counts, health, runs and versions', async () => {
    const { status, output } = await cli('info', '--project', project);
    expect(status).toBe(0);
    expect(output.counts).toMatchObject({
      sources: 1,
      dialogues: 80,
      utterances: turnsOf(CALLS),
      turns: turnsOf(CALLS),
      rejected: 0,
      tags: number,
      edits: 0,
      taggingRuns: 2,
    });
    expect(output.project).toMatchObject({ path: project, name: 'p', schemaVersion: number });
    expect(output.sources).toMatchObject([{ format: 'neutral', path: file }]);
    expect(output.runs.tagging.map((run: { tagger: string }) => run.tagger)).toEqual([
      'annotations',
      'offline',
    ]);
    expect(output.runs.automata.at(-1)).toMatchObject({
      learner: 'paper',
      tagger: 'annotations',
      stale: false,
    });
    expect(output.versions).toMatchObject({ version: text, node: text, sqlite: text, schemaVersion: number });
    expect(output.health).toEqual({
      bytes: number,
      backups: { on: true, count: 0, bytes: 0, newest: null },
      jobs: { running: 0, waiting: 0, paused: 0, failed: 0 },
    });
  });

  it('import accepts a format, a column map and --no-join', async () => {
    const csv = join(folder, 'tickets.csv');
    const rows = [
      'ticket;when;who;body',
      '1;2024-01-01;Ann;Hi',
      '1;2024-01-02;Ann;Anyone?',
      '1;2024-01-03;Bob;Yes',
    ];
    writeFileSync(csv, rows.join('\n'));
    const map = join(folder, 'map.json');
    const columns = { conversation: 'ticket', time: 'when', speaker: 'who', text: 'body' };
    writeFileSync(map, JSON.stringify({ ...columns, roles: { Ann: 'user', Bob: 'system' } }));
    const options = ['--format', 'long-csv', '--mapping', map, '--delimiter', ';', '--no-join'];
    const { output } = await cli('import', csv, '--project', join(folder, 'csv.dialogram'), ...options);
    expect(output).toMatchObject({ dialogues: 1, utterances: 3, turns: 3, rejected: 0 });
  });

  it('import leaves no empty project behind, and tagging says that it found nothing', async () => {
    const empty = join(folder, 'empty.csv');
    writeFileSync(empty, '');
    const nowhere = join(folder, 'never.dialogram');
    expect((await cli('import', empty, '--project', nowhere)).output.error.code).toBe('BAD_FILE');
    expect(existsSync(nowhere)).toBe(false);
    const short = join(folder, 'short.csv');
    writeFileSync(
      short,
      'conversation_id,timestamp,speaker,text\n1,2024-01-01,user,1\n1,2024-01-01,agent,2\n',
    );
    expect((await cli('import', short, '--project', nowhere)).output.dialogues).toBe(1);
    expect((await cli('import', empty, '--project', nowhere)).status).toBe(1);
    expect(existsSync(nowhere)).toBe(true);
    const { output } = await cli('tag', '--project', nowhere, '--tagger', 'offline');
    expect(output).toMatchObject({ vocabulary: 0, warnings: [expect.stringMatching(/No tags were found/)] });
  });

  it('purge: counts first, removes with --yes; the project and further ids may be bare', async () => {
    const fresh = join(folder, 'purged.dialogram');
    await cli('import', file, '--project', fresh);
    const shown = await cli('purge', fresh, '--dialogue', 'call-1', 'call-2');
    expect(shown.output).toMatchObject({ purged: false, preview: { name: '2 dialogues', dialogues: 2 } });
    const done = await cli('purge', fresh, '--dialogue', 'call-1', 'call-2', '--dialogue', 'call-3', '--yes');
    expect(done.output).toMatchObject({ purged: true, dialogues: 3, filesLeft: 0 });
    const info = await cli('info', '--project', fresh);
    expect(info.output.counts.dialogues).toBe(77);
    const { name } = info.output.sources[0];
    const unknown = await cli('purge', '--project', fresh, '--source', 'none', '--yes');
    expect(unknown.output.error).toMatchObject({
      code: 'NOT_FOUND',
      detail: { nextStep: expect.stringContaining(name) },
    });
    expect((await cli('purge', '--project', fresh, '--source', name, '--yes')).output.dialogues).toBe(77);
    for (const wrong of [[], ['--source', name, '--dialogue', 'call-4']])
      expect((await cli('purge', fresh, ...wrong)).output.error.code).toBe('INVALID');
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no command at all', [], /No command/],
    ['no command that there is', ['fly'], /no command "fly"/],
    [
      'an option that there is not',
      ['info', '--project', 'p', '--colour', 'red'],
      /^Unknown option '--colour'\.$/,
    ],
    ['a missing project', ['info'], /--project is missing/],
    ['a missing file', ['import', '--project', 'p'], /No file/],
    ['a number that is none', ['learn', '--project', 'p', '--tau', 'many'], /--tau.*"many"/],
    ['a lambda above one', ['learn', '--project', 'p', '--lambda', '1.5'], /--lambda.*"1.5"/],
    ['an unknown tagger', ['tag', '--project', 'p', '--tagger', 'magic'], /--tagger.*"magic"/],
    ['an unknown format', ['import', 'x', '--project', 'p', '--format', 'docx'], /--format.*"docx"/],
  ])('%s is INVALID, with exit status 1 and a link to the help', async (_, argv, message) => {
    const { status, output } = await cli(...argv);
    expect(status).toBe(1);
    expect(Object.keys(output)).toEqual(['error']);
    expect(output.error).toMatchObject({
      code: 'INVALID',
      detail: { nextStep: expect.stringContaining('--help') },
    });
    expect(output.error.message).toMatch(message);
  });

  it("accepts a project's name without its extension, new or not", async () => {
    const named = join(folder, 'named');
    expect((await cli('import', file, '--project', named)).output.dialogues).toBe(80);
    expect((await cli('import', file, '--project', named)).output).toMatchObject({
      dialogues: 0,
      ignored: turnsOf(CALLS),
    });
    expect((await cli('info', '--project', named)).output.project.path).toBe(`${named}.dialogram`);
  });

  it('says where and why the first rejects failed', async () => {
    const csv = join(folder, 'gaps.csv');
    const rows = [1, 2, 3, 4, 5].map((row) => `${row},2024-01-01,${row === 1 ? 'user' : ''},Hi`);
    writeFileSync(csv, ['conversation_id,timestamp,speaker,text', ...rows].join('\n'));
    const list = join(folder, 'gaps rejected.csv');
    const { output } = await cli('import', csv, '--project', join(folder, 'gaps'), '--rejects', list);
    expect(output.rejected).toBe(4);
    const written = readFileSync(list, 'utf8').trim().split('\n');
    expect(written[0]).toBe('file,line,reason,records,excerpt');
    expect(written.slice(1).map((row) => row.split(',', 3))).toEqual(
      [3, 4, 5, 6].map((line) => [
        expect.stringMatching(/gaps\.csv$/),
        String(line),
        expect.stringContaining(`Line ${line}`),
      ]),
    );
    const told = output.warnings.at(-1);
    expect(told).toMatch(/4 records were rejected. The first few: Line 3 .* Line 4 .* Line 5 /);
    expect(told).not.toContain('ine 6');
    const shown = await cli('import', csv, '--propose-mapping');
    expect(shown.output).toMatchObject({ format: 'long-csv', candidates: [{ format: 'long-csv' }] });
  });

  it('simulate: imports cases, replays and exports them', async () => {
    const cases = join(folder, 'cases.json');
    const expected = { route: [], missed: [], state: [], examples: [], answer: null };
    const kept = {
      name: 'Refund',
      at: '2026-01-02T03:04:05.000Z',
      madeWith: { automaton: 3, learner: 'paper', tagger: 'annotations', params: {} },
      settings: { policy: 'resume', method: 'state', examples: 5, seed: 1 },
      start: null,
      turns: [
        {
          role: 'user',
          text: 'My money back.',
          source: 'typed',
          from: null,
          tags: [{ name: 'ask-refund', origin: 'person' }],
        },
      ],
      expected,
    };
    writeFileSync(cases, JSON.stringify({ format: 'dialogram-cases', version: 1, cases: [kept] }));
    expect((await cli('simulate', project, '--import', cases)).output).toEqual({ cases: 1 });
    const { status, output } = await cli('simulate', project, '--replay', '--automaton', '3');
    expect(status).toBe(0);
    expect(output).toMatchObject({ learner: 'paper', cases: 1, changed: 1, unchanged: 0, failed: 0 });
    expect(output.items[0]).toMatchObject({ name: 'Refund', before: expected, failed: null });
    expect(output.items[0].difference.changed).toContain('route');
    expect(output.items[0].after.route).toEqual([{ role: 'user', tag: 'ask-refund' }]);
    const out = join(folder, 'given.json');
    expect((await cli('simulate', '--project', project, '--export', out)).output.cases).toBe(1);
    expect(JSON.parse(readFileSync(out, 'utf8')).cases).toEqual([kept]);
    // An older file, which calls the turn a round.
    const place = { source: 'calls.jsonl', externalId: 'call-1' };
    writeFileSync(
      cases,
      JSON.stringify({
        format: 'dialogram-cases',
        version: 1,
        cases: [{ ...kept, start: { ...place, round: 1 } }],
      }),
    );
    expect((await cli('simulate', project, '--import', cases)).output).toEqual({ cases: 1 });
    expect((await cli('simulate', '--project', project, '--export', out, '--force')).output.cases).toBe(2);
    expect(JSON.parse(readFileSync(out, 'utf8')).cases[1].start).toEqual({ ...place, turn: 1 });
    expect((await cli('simulate', project)).output.error.code).toBe('INVALID');
  });

  it('simulate: answers a customer as the dialogues did, and saves the dialogue', async () => {
    const said = ['I want my money back.', 'Order 12345.'];
    const asked = said.flatMap((words) => ['--say', words]);
    const { output } = await cli('simulate', project, ...asked, '--automaton', '3', '--keep', 'Money');
    const { turns, problems, kept, tokens } = output;
    expect(turns.map(({ role }: { role: string }) => role)).toEqual(['user', 'system', 'user', 'system']);
    expect([turns[0].text, turns[2].text]).toEqual(said);
    expect(turns[1]).toMatchObject({ source: 'answer', text: expect.stringMatching(/\w/) });
    expect({ problems, tokens }).toEqual({ problems: [], tokens: null });
    const { items } = (await cli('simulate', project, '--replay', '--automaton', '3')).output;
    expect(items).toContainEqual(expect.objectContaining({ id: kept, name: 'Money', failed: null }));
    const half = await cli('simulate', project, '--say', 'Hello', '--model', 'small');
    expect(half.output.error).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('--provider'),
    });
  });

  it('names what does not exist', async () => {
    const nowhere = join(folder, 'nowhere.dialogram');
    expect((await cli('info', '--project', nowhere)).output.error).toMatchObject({
      code: 'NOT_FOUND',
      detail: { place: nowhere },
    });
    const dialogue = await cli('route', '--project', project, '--dialogue', 'call-none');
    expect(dialogue).toMatchObject({ status: 1, output: { error: { code: 'NOT_FOUND' } } });
    const run = await cli('learn', '--project', project, '--run', '99');
    expect(run).toMatchObject({
      status: 1,
      output: { error: { code: 'NOT_FOUND', detail: { value: '99' } } },
    });
    const fresh = join(folder, 'fresh.dialogram');
    await cli('import', file, '--project', fresh);
    expect((await cli('learn', '--project', fresh)).output.error.message).toContain(
      'Nothing has been tagged',
    );
    expect((await cli('tag', '--project', fresh, '--tagger', 'annotations')).status).toBe(0);
  });

  it('does not write an export over the project', async () => {
    const { status, output } = await cli('export', '--project', project, '--to', 'dot', '--out', project);
    expect(status).toBe(1);
    expect(output.error.code).toBe('INVALID');
    expect((await cli('info', '--project', project)).status).toBe(0);
  });

  it('says that the person stopped it, keeps what was saved, and can continue', async () => {
    const large = await writeManyCalls(folder, 'large.jsonl', 15_000);
    const path = join(folder, 'stopped.dialogram');
    const child = spawnCli('import', large, '--project', path);
    const answer = answerOf(child);
    while (committed(path) === 0) await delay(10);
    child.kill('SIGINT');
    const { status, output } = await answer;
    expect(status).toBe(130);
    expect(output.error).toMatchObject({ code: 'CANCELLED', message: expect.stringContaining('kept') });
    expect(committed(path)).toBeGreaterThan(0);
    const again = await cli('import', large, '--project', path);
    expect(again.status).toBe(0);
    expect((await cli('info', '--project', path)).output.counts.dialogues).toBe(15_000);
  });

  it('is readable without --json', async () => {
    const child = spawnCli('--help');
    let shown = '';
    child.stdout?.on('data', (part: Buffer) => {
      shown += part.toString();
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    for (const command of ['import', 'tag', 'learn', 'route', 'export', 'info'])
      expect(shown).toContain(command);
  });
});
