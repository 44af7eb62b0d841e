import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { loadAutomaton } from '#backend/store/runs/automaton-table.ts';
import { transitionOf } from '#shared/algorithms/automaton/reading/transitions.ts';
import { automatonFromParts, bytesOf } from '#shared/algorithms/automaton/written/serialise.ts';
import { type PictureResult, readGraph } from '#shared/contract/automata.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { ended, makeProject, resultOf, type TestProject, tagWith } from '../fixtures/project.ts';

const CALLS = supportCalls(60);
const WITHOUT_LABELS = CALLS.map((dialogue) => ({
  ...dialogue,
  turns: dialogue.turns.map(({ speaker, text }) => ({ speaker, text })),
}));

async function pictureOf({ client }: TestProject): Promise<PictureResult> {
  const { job } = await client.picture.make({});
  return resultOf<PictureResult>(client, job);
}

it('is an overview of what turns do, in one job', async () => {
  const project = await makeProject(WITHOUT_LABELS);
  const { tagged, learned } = await pictureOf(project);
  expect(await project.client.automata.list()).toMatchObject([
    { id: learned.automaton, learner: 'overview', taggingRun: tagged?.run, tagger: 'moves' },
  ]);
  const { states, transitions } = readGraph(await project.client.automata.graph({}));
  expect(states.roles.length).toBeGreaterThan(4);
  expect(transitions.main).toHaveLength(transitions.from.length);
  // Every dialogue is listed at the states that it visits.
  const { total } = await project.client.automata.dialogues({ at: { state: 0 } });
  expect(total).toBe(60);
});

it('is an overview of the labels if the file has any', async () => {
  const project = await makeProject(CALLS);
  const { learned } = await pictureOf(project);
  expect(await project.client.automata.list()).toMatchObject([
    { id: learned.automaton, learner: 'overview', tagger: 'annotations' },
  ]);
});

it('is an overview of moves if few turns have a label, such as those that call tools', async () => {
  const few = CALLS.map((dialogue) => ({
    ...dialogue,
    turns: dialogue.turns.map((turn, at) => (at === 1 ? turn : { speaker: turn.speaker, text: turn.text })),
  }));
  const project = await makeProject(few);
  const { learned } = await pictureOf(project);
  expect(await project.client.automata.list()).toMatchObject([{ id: learned.automaton, tagger: 'moves' }]);
});

it('corrects an automaton of an earlier version, which counted dialogues from the start that skip a turn', async () => {
  const rare = CALLS.map((dialogue, at) => {
    const [first, ...others] = dialogue.turns;
    return { ...dialogue, turns: [{ ...first!, acts: at < 6 ? [`rare-${at}x`] : first!.acts }, ...others] };
  });
  const { client, path } = await makeProject(rare as typeof CALLS);
  await tagWith(client, 'annotations');
  await resultOf(client, (await client.automata.learn({ learner: 'overview', states: 8 })).job);
  const now = await client.automata.graph({});
  const database = new Database(path);
  const run = now.summary.id;
  const { parts } = loadAutomaton(database, run)!;
  const learned = automatonFromParts(parts);
  const skips = [...learned.isFromStart!.keys()].filter((at) => learned.isFromStart![at] === 0);
  expect(skips.length).toBeGreaterThan(0);
  const transitionSupport = learned.transitionSupport.slice();
  for (const at of skips)
    transitionSupport[transitionOf(learned, 0, learned.pathSymbols[learned.pathOffsets[at]!]!)]!++;
  const write = database.prepare(
    "UPDATE automaton_arrays SET data = ? WHERE run_id = ? AND name = 'transitionSupport'",
  );
  write.run(bytesOf(transitionSupport), run);
  database.prepare("DELETE FROM automaton_arrays WHERE run_id = ? AND name = 'isFromStart'").run(run);
  expect(automatonFromParts(loadAutomaton(database, run)!.parts)).toEqual(learned);
  database.close();
});

it('uses the same dialogues as the previous picture', async () => {
  const project = await makeProject(WITHOUT_LABELS);
  const { learned } = await pictureOf(project);
  const { taggingRun } = (await project.client.automata.list())[0];
  const { job } = await project.client.picture.make({ run: taggingRun, where: 'turns > 5' });
  const again = await resultOf<PictureResult>(project.client, job);
  const { dialogues } = await project.client.automata.graph({ automaton: again.learned.automaton });
  const { dialogues: counted } = await project.client.filters.count({ where: 'turns > 5' });
  expect(again.learned.automaton).not.toBe(learned.automaton);
  expect(dialogues).toBe(counted);
  expect(counted).toBeLessThan(60);
});

it('fails with a message if there is nothing to tag, and leaves nothing', async () => {
  const project = await makeProject([]);
  const { job } = await project.client.picture.make({});
  expect(await ended(project.client, job)).toMatchObject({
    state: 'failed',
    error: { message: 'There are no dialogues to tag.' },
  });
  expect(await project.client.automata.list()).toEqual([]);
});

it('is made by one command', async () => {
  const project = await makeProject(WITHOUT_LABELS);
  await project.backend.stop();
  const { status, output } = await cli('picture', '--project', project.path);
  expect(status).toBe(0);
  expect(output).toMatchObject({ tagged: { run: 2 }, learned: { automaton: expect.any(Number) } });
});
