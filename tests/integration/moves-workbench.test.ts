import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MoveCards, MoveEdit } from '#shared/contract/moves.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import {
  copiesOf,
  importFiles,
  makeProject,
  resultOf,
  type TestProject,
  tagWith,
} from '../fixtures/project.ts';

const withMoves = copiesOf(async () => {
  const project = await makeProject(supportCalls(300));
  await tagWith(project.client, 'moves', 'context');
  return project;
});

async function cardsOf({ client }: TestProject): Promise<MoveCards> {
  const cards = await client.moves.cards({});
  if (!cards) throw new Error('There are no moves.');
  return cards;
}

const roleIn = (cards: MoveCards, role: Role) => cards.roles.find((found) => found.role === role)!;
const namesIn = (cards: MoveCards, role: Role) => roleIn(cards, role).moves.map(({ name }) => name);

function counted({ session }: TestProject, run: number, role: Role): Record<string, number> {
  const rows = session
    .project()
    .database.prepare(
      `SELECT t.name, count(*) FROM run_tags r JOIN tags t ON t.id = r.tag_id JOIN rounds o ON o.id = r.round_id
       WHERE r.run_id = ? AND r.position = 0 AND o.role = ? GROUP BY t.name`,
    )
    .raw()
    .all(run, role === 'user' ? 1 : 0) as [string, number][];
  return Object.fromEntries(rows);
}

function holdToTags(project: TestProject, cards: MoveCards): void {
  for (const { role, moves, otherTurns } of cards.roles) {
    const { other = 0, ...names } = counted(project, cards.run, role);
    expect(
      Object.fromEntries(moves.filter(({ turns }) => turns > 0).map(({ name, turns }) => [name, turns])),
    ).toEqual(names);
    expect(otherTurns).toBe(other);
  }
}

const tagsOf = ({ session }: TestProject) => {
  const { database } = session.project();
  const all = (sql: string) => database.prepare(sql).raw().all();
  return {
    tags: all('SELECT run_id, round_id, position, tag_id FROM run_tags ORDER BY 1, 2, 3'),
    vocabulary: all('SELECT run_id, tag_id, role, rounds FROM run_vocabulary ORDER BY 1, 2, 3'),
    decisions: all('SELECT * FROM move_decisions'),
  };
};

describe('the moves of a run', () => {
  it('are shown with examples', async () => {
    const project = await withMoves();
    const cards = await cardsOf(project);
    holdToTags(project, cards);
    for (const { role, moves, cut, most } of cards.roles) {
      expect(moves.length).toBe(cut);
      expect(most).toBeGreaterThanOrEqual(cut);
      for (const { central, before, after, stability, name } of moves) {
        expect(central.length, name).toBeGreaterThan(0);
        expect(new Set(central.map(({ text }) => text)).size).toBe(central.length);
        for (const side of [before, after]) {
          expect(side.length).toBeGreaterThan(0);
          expect(side.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1.000001);
        }
        expect(stability).toBeGreaterThanOrEqual(0);
        expect(stability).toBeLessThanOrEqual(1);
      }
      const { turn, dialogue, position, text } = moves[0].central[0];
      const { turns } = await project.client.corpus.dialogue({ dialogue });
      expect(turns[position]).toMatchObject({ id: turn, role });
      expect(turns[position].utterances.map((utterance) => utterance.text).join('\n')).toContain(text);
    }
  });

  it('are regrouped by edits that are undone to the first and redone', async () => {
    const project = await withMoves();
    const { client } = project;
    const states = [tagsOf(project)];
    const make = async (edit: (cards: MoveCards) => MoveEdit): Promise<MoveCards> => {
      const { edit: made } = await client.moves.edit({ edit: edit(await cardsOf(project)) });
      expect(made).not.toBeNull();
      const cards = await cardsOf(project);
      holdToTags(project, cards);
      states.push(tagsOf(project));
      return cards;
    };
    const start = await cardsOf(project);
    const [first, second] = namesIn(start, 'system');
    const merged = await make(() => ({ kind: 'merge', role: 'system', move: second, into: first }));
    expect(namesIn(merged, 'system')).not.toContain(second);
    expect(roleIn(merged, 'system').moves.find(({ name }) => name === first)?.turns).toBe(
      roleIn(start, 'system').moves[0].turns + roleIn(start, 'system').moves[1].turns,
    );
    const renamed = await make(() => ({ kind: 'rename', role: 'system', move: first, name: 'my-own-name' }));
    expect(namesIn(renamed, 'system')).toContain('my-own-name');
    expect(namesIn(renamed, 'user')).toEqual(namesIn(start, 'user'));
    const split = await make(() => ({ kind: 'split', role: 'system', move: 'my-own-name' }));
    expect(namesIn(split, 'system')).toHaveLength(namesIn(start, 'system').length);
    const cut = await make((cards) => ({ kind: 'cut', role: 'user', moves: roleIn(cards, 'user').cut + 2 }));
    // Moves that stay keep their names.
    for (const name of namesIn(start, 'user')) expect(namesIn(cut, 'user')).toContain(name);

    for (const state of states.slice(0, -1).toReversed()) {
      await client.tagging.undo();
      expect(tagsOf(project)).toEqual(state);
    }
    expect(await cardsOf(project)).toEqual(start);
    for (const state of states.slice(1)) {
      await client.tagging.redo();
      expect(tagsOf(project)).toEqual(state);
    }
  });

  it('can be previewed with another cut', async () => {
    const project = await withMoves();
    const { client } = project;
    const before = await cardsOf(project);
    const cut = { role: 'user', moves: 3 } as const;
    const seen = await client.moves.cards({ cut: [cut] });
    expect(await cardsOf(project)).toEqual(before);
    await client.moves.edit({ edit: { kind: 'cut', ...cut } });
    const made = await cardsOf(project);
    expect(namesIn(made, 'user')).toHaveLength(3);
    expect({ ...made, decisions: 0 }).toEqual({ ...seen, decisions: 0 });
  });

  it("keep people's decisions when they are found again, even with more dialogues", async () => {
    const project = await withMoves();
    const { client } = project;
    const [first, second] = namesIn(await cardsOf(project), 'system');
    await client.moves.edit({ edit: { kind: 'merge', role: 'system', move: second, into: first } });
    await client.moves.edit({ edit: { kind: 'rename', role: 'system', move: first, name: 'my-own-name' } });
    const decided = await cardsOf(project);
    await tagWith(client, 'moves', 'context');
    const again = await cardsOf(project);
    expect(again.run).toBeGreaterThan(decided.run);
    expect({ ...again, run: 0 }).toEqual({ ...decided, run: 0 });
    holdToTags(project, again);
    const more300 = writeNeutral(project.folder, 'more.jsonl', supportCalls(340).slice(300));
    await importFiles(client, [more300]);
    await tagWith(client, 'moves', 'context');
    const more = await cardsOf(project);
    holdToTags(project, more);
    expect(namesIn(more, 'system')).toContain('my-own-name');
    expect(more.left).toBe(0);
  });

  it('make automata learned from them out of date', async () => {
    const project = await withMoves();
    const { client } = project;
    const { job } = await client.automata.learn({ learner: 'paper', tau: 1 });
    await resultOf(client, job);
    expect((await client.automata.list())[0].stale).toBe(false);
    await client.automata.relearn({});
    const [first, second] = namesIn(await cardsOf(project), 'system');
    await client.moves.edit({ edit: { kind: 'merge', role: 'system', move: second, into: first } });
    expect((await client.automata.list())[0].stale).toBe(true);
    const { automaton, after } = await client.automata.relearn({ keep: true });
    const fresh = await resultOf<{ automaton: number }>(
      client,
      (await client.automata.learn({ learner: 'paper', tau: 1 })).job,
    );
    expect(fresh.automaton).toBeGreaterThan(automaton ?? 0);
    expect((await client.automata.list())[0]).toMatchObject({ report: { states: after.states } });
    await client.tagging.undo();
    expect((await client.automata.relearn({})).difference.dialogues.changed).toBeGreaterThan(0);
  });

  it('count a sentence in the move that a person gave it', async () => {
    const project = await withMoves();
    const { client } = project;
    const cards = await cardsOf(project);
    const [from, to] = roleIn(cards, 'user').moves;
    const { turn } = from.central[0];
    await client.tagging.replaceTag({ run: cards.run, turn, tag: from.tag!, by: to.name });
    const moved = roleIn(await cardsOf(project), 'user').moves;
    const turnsOf = (name: string) => moved.find((move) => move.name === name)?.turns;
    expect(turnsOf(from.name)).toBe(from.turns - 1);
    expect(turnsOf(to.name)).toBe(to.turns + 1);
    expect(moved.find(({ name }) => name === from.name)?.central.map((shown) => shown.turn)).not.toContain(
      turn,
    );
  });

  it('say what is impossible and what is possible instead', async () => {
    const project = await withMoves();
    const { client } = project;
    const [first, second] = namesIn(await cardsOf(project), 'system');
    const edit = (edit: MoveEdit) => client.moves.edit({ edit });
    await expect(edit({ kind: 'split', role: 'system', move: 'no-such-move' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      data: { value: 'no-such-move', nextStep: expect.stringContaining(first) },
    });
    await expect(edit({ kind: 'rename', role: 'system', move: first, name: second })).rejects.toMatchObject({
      code: 'INVALID',
      data: { nextStep: expect.stringContaining('merge') },
    });
    await expect(edit({ kind: 'cut', role: 'user', moves: 900 })).rejects.toMatchObject({ code: 'INVALID' });
  });
});

it('are listed and regrouped on the command line', async () => {
  const folder = temporaryFolder('moves-cli');
  const project = join(folder, 'p.dialogram');
  await cli('import', writeNeutral(folder, 'calls.jsonl', supportCalls(120)), '--project', project);
  await cli('tag', '--project', project, '--tagger', 'moves');
  const moves = (...rest: string[]) => cli('moves', ...rest, '--project', project);
  const names = (output: { roles: MoveCards['roles'] }) =>
    output.roles.find(({ role }) => role === 'system')!.moves.map(({ name }) => name);
  const { output } = await moves('list');
  const [first, second] = names(output);
  const merged = await moves('merge', second, first, '--role', 'system', '--reason', 'They are one.');
  expect(merged.output.edit).toMatchObject({ kind: 'merge-moves', reason: 'They are one.' });
  expect(names(merged.output)).not.toContain(second);
  expect(names((await moves('rename', first, 'one', '--role', 'system')).output)).toContain('one');
  expect((await moves('split', 'one', '--role', 'system')).output.edit).toMatchObject({ kind: 'split-move' });
  expect((await moves('cut', '3', '--role', 'user')).output.roles).toContainEqual(
    expect.objectContaining({ role: 'user', cut: 3 }),
  );
  expect((await moves('cut', 'three', '--role', 'user')).output.error.message).toContain('three');
  expect((await moves('merge', first)).output.error.message).toContain('2 values');
  expect((await moves('join')).output.error.message).toContain('list, cut');
});

describe('cues', () => {
  it('are counted while they are typed, stored by an edit, and used by the next tagging run', async () => {
    const project = await withMoves();
    const { client } = project;
    const phrases = 'the parcel left, your * left the warehouse';
    const { turns, examples } = await client.moves.countCue({ role: 'system', phrases });
    expect(turns).toBe(75);
    expect(examples).toHaveLength(5);
    await client.moves.edit({ edit: { kind: 'cue', role: 'system', move: 'tell-it-left', phrases } });
    const { own } = await client.moves.cues();
    expect(own).toMatchObject([{ role: 'system', move: 'tell-it-left', phrases, turns: 75 }]);
    await client.tagging.undo();
    expect((await client.moves.cues()).own).toEqual([]);
    await client.tagging.redo();
    const { job } = await client.tagging.run({ tagger: 'moves', method: 'cues' });
    await resultOf(client, job);
    const card = roleIn(await cardsOf(project), 'system').moves.find(({ name }) => name === 'tell-it-left');
    expect(card?.turns).toBeGreaterThanOrEqual(70);
    await client.moves.edit({ edit: { kind: 'uncue', cue: own[0].id } });
    expect((await client.moves.cues()).own).toEqual([]);
  });

  it('that are invalid are rejected with the phrase', async () => {
    const { client } = await withMoves();
    const edit = { kind: 'cue', role: 'user', move: 'x', phrases: 'good, * bad' } as const;
    await expect(client.moves.edit({ edit })).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('“* bad” needs a word before and after each *'),
    });
    await expect(client.moves.edit({ edit: { kind: 'uncue', cue: 77 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
