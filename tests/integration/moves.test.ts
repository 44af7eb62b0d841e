import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunId } from '#shared/domain/ids.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { ended, makeProject, resultOf, tagWith } from '../fixtures/project.ts';

it('finds moves beside a run of words, shows routes of the moves, and ranks by the words', async () => {
  const { client, session } = await makeProject(supportCalls(60));
  const found = await tagWith(client, 'moves');
  expect(found.moves?.method).toBe('support');
  const runs = await client.tagging.runs();
  const words = runs.find(({ tagger }) => tagger === 'offline');
  const moves = runs.find(({ id }) => id === found.run);
  expect(moves).toMatchObject({ tagger: 'moves', params: { words: words?.id } });
  // Moves are learned and shown unless somebody chose a run; only ranking uses the offline tagger's words.
  expect(runs[0]?.id).toBe(found.run);

  const dialogue = (await client.corpus.dialogues({})).items[0]!;
  const asked = { dialogue: dialogue.id, turn: 3, methods: ['context-ranker', 'dfa-tree-resume'] };
  const compared = await client.comparison.compare(asked);
  expect(compared).toMatchObject({ tagger: 'moves', taggingRun: found.run });
  expect(await client.comparison.status({})).toMatchObject({ taggingRun: found.run, state: 'ready' });
  expect(await client.comparison.status({ run: found.run })).toMatchObject({ state: 'ready' });
  const shown = (await client.corpus.dialogue({ dialogue: dialogue.id })).turns.map(({ tags }) =>
    tags.map(({ name }) => name),
  );
  expect(compared.history.map(({ tags }) => tags)).toEqual(shown.slice(0, 3));
  const tagsOfRoute = ({ columns }: typeof compared) =>
    columns.flatMap(({ route }) =>
      (route?.steps ?? []).flatMap((step) => {
        const { turn } = step;
        const tags = 'tags' in step ? step.tags : [step.tag];
        return turn === null ? [] : tags.map((tag) => ({ turn, tag }));
      }),
    );
  expect(tagsOfRoute(compared).length).toBeGreaterThan(3);
  for (const { turn, tag } of tagsOfRoute(compared)) expect(shown[turn]).toContain(tag);
  const byWords = await client.comparison.compare({ ...asked, run: words!.id });
  const examplesOf = ({ columns }: typeof compared) =>
    columns[0]?.candidates.map(({ externalId }) => externalId);
  expect(examplesOf(compared)).toEqual(examplesOf(byWords));

  const { tags } = (await client.corpus.dialogue({ dialogue: dialogue.id })).turns[0]!;
  await client.tagging.renameTag({ tag: tags[0]!.id, name: 'called-by-me' });
  const renamed = await client.comparison.compare(asked);
  expect(renamed.history[0]?.tags).toContain('called-by-me');
  expect(tagsOfRoute(renamed)).toContainEqual({ turn: 0, tag: 'called-by-me' });

  const { database } = session.project();
  const turns = database.prepare('SELECT count(*) FROM rounds').pluck().get();
  expect(database.prepare('SELECT count(*) FROM run_moves WHERE run_id = ?').pluck().get(found.run)).toBe(
    turns,
  );
  const outside = database.prepare(
    `SELECT count(*) FROM run_sentences s WHERE s.end > (
       SELECT length(group_concat(u.text, ' ')) FROM utterances u WHERE u.round_id = s.round_id)`,
  );
  expect(outside.pluck().get()).toBe(0);
  const sentences = database.prepare('SELECT count(*) FROM run_sentences WHERE run_id = ?').pluck();
  expect(sentences.get(found.run)).toBeGreaterThan(0);

  // A second run of moves reuses the existing words.
  const again = await tagWith(client, 'moves');
  expect((await client.tagging.runs()).filter(({ tagger }) => tagger === 'offline')).toHaveLength(1);
  expect(again.moves?.moves).toEqual(found.moves?.moves);
});

it("gives a simulation with moves the examples that the offline tagger's tags find", async () => {
  const { client } = await makeProject(supportCalls(60));
  const words = await tagWith(client, 'offline');
  const moves = await tagWith(client, 'moves');
  const examplesBy = async (run: RunId) => {
    const learned = await client.automata.learn({ run, tau: 2, lambda: null });
    const { automaton } = await resultOf<{ automaton: RunId }>(client, learned.job);
    await resultOf(client, (await client.comparison.prepare({ run, methods: ['context-ranker'] })).job);
    await client.simulator.restart({ automaton });
    await client.simulator.configure({ method: 'context-ranker' });
    const text = 'The lamp I bought is broken and I want my money back.';
    const { examples } = await client.simulator.say({ role: 'user', text });
    return examples.items.map(({ externalId, turn }) => ({ externalId, turn }));
  };
  const found = await examplesBy(words.run);
  expect(found.length).toBeGreaterThan(0);
  expect(await examplesBy(moves.run)).toEqual(found);
});

it("leaves nothing behind when it is canceled, except the offline tagger's run", async () => {
  const { client, session } = await makeProject(supportCalls(400));
  await tagWith(client, 'offline');
  const { job } = await client.tagging.run({ tagger: 'moves' });
  await client.jobs.cancel({ job });
  expect(await ended(client, job)).toMatchObject({ state: 'cancelled' });
  const { database } = session.project();
  for (const table of ['run_moves', 'run_sentences'])
    expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  expect((await client.tagging.runs()).map(({ tagger }) => tagger)).toEqual(['offline']);
});

it('is started and exported on the command line', async () => {
  const folder = temporaryFolder('moves-cli');
  const project = join(folder, 'p.dialogram');
  const out = join(folder, 'tags.jsonl');
  const calls = supportCalls(40);
  await cli('import', writeNeutral(folder, 'calls.jsonl', calls), '--project', project);
  const tag = (...rest: string[]) => cli('tag', '--project', project, ...rest);
  const { output } = await tag('--tagger', 'moves', '--moves', '4', '--method', 'context');
  expect(output).toMatchObject({ method: 'context', otherShare: expect.any(Number) });
  expect(output.moves.user.length).toBeGreaterThan(0);
  expect(output.moves.user.length).toBeLessThanOrEqual(4);
  expect((await tag('--tagger', 'offline', '--moves', '4')).output.error.message).toContain('--moves');
  expect((await tag('--tagger', 'moves', '--method', 'words')).output.error.message).toContain('--method');

  const written = await cli('tags', '--project', project, '--out', out);
  const lines = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(written.output.turns).toBe(lines.length);
  const names = [...output.moves.user, ...output.moves.system].map(({ name }: { name: string }) => name);
  for (const { moves, words } of lines) {
    expect(moves.length).toBeGreaterThan(0);
    expect(Array.isArray(words)).toBe(true);
    for (const { name, confidence } of moves) {
      if (confidence === null) expect(name).toBe('other');
      else expect(names).toContain(name);
    }
  }
  expect(lines[0]).toMatchObject({ dialogueId: expect.any(String), turn: 0, role: 'user' });
  expect(lines.some(({ words }) => words.length > 0)).toBe(true);
});
