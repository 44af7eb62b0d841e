import { describe, expect, it } from 'vitest';
import { versionOf } from '#backend/store/file/meta-table.ts';
import type { AgentSpec } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { concerns } from '../../renderer/client/queries.ts';
import { judgingQueries } from '../../renderer/features/judging/queries.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { ended, makeProject, reopened, type TestProject, tagWith } from '../fixtures/project.ts';

const COLUMNS = ['bm25-last', 'random'].map(
  (method): AgentSpec => ({ method, answerer: { kind: 'consensus' } }),
);

async function votable(): Promise<TestProject> {
  const project = await makeProject(supportCalls(60));
  await tagWith(project.client, 'annotations');
  return project;
}

async function draw({ client }: TestProject): Promise<number> {
  const { pair } = await client.votes.next({ columns: COLUMNS });
  if (!pair) throw new Error('There is no pair to vote on.');
  return pair.pair;
}

describe('votes', () => {
  it('are edits: undone and redone, also after a restart, and do not make automata stale', async () => {
    const before = await votable();
    const pair = await draw(before);
    const version = versionOf(before.session.project().database, 'edit_version');
    await before.client.votes.vote({ pair, choice: 'a', note: 'Clear.' });
    const after = await reopened(before);
    const { client } = after;
    expect((await client.tagging.history({})).items[0]).toMatchObject({ kind: 'vote', author: 'person' });
    expect(await client.tagging.undo()).toMatchObject({ edit: { kind: 'vote', undone: true } });
    expect((await client.votes.list({})).total).toBe(0);
    await client.tagging.redo();
    expect((await client.votes.list({})).items).toMatchObject([{ vote: { choice: 'a', note: 'Clear.' } }]);
    expect(versionOf(after.session.project().database, 'edit_version')).toBe(version);
  });

  it("make a judge's agreement with them stale on the page", async () => {
    const project = await votable();
    const { client, session } = project;
    const pair = await draw(project);
    const { changes } = session.project();
    const stop = new AbortController();
    const change = changes.stream(stop.signal).next();
    expect(changes.readers()).toBeGreaterThan(0);
    await client.votes.vote({ pair, choice: 'a' });
    const topics = (await change).value?.topics ?? [];
    stop.abort();
    expect(concerns(judgingQueries.summary(1 as RunId).meta, topics)).toBe(true);
  });

  it('are skipped by undo once they are revealed', async () => {
    const project = await votable();
    const { client } = project;
    const first = await draw(project);
    await client.votes.vote({ pair: first, choice: 'b' });
    const second = await draw(project);
    await client.votes.vote({ pair: second, choice: 'tie' });
    await client.votes.reveal({ pair: second });
    await client.tagging.undo();
    expect((await client.votes.list({})).items.map(({ pair }) => pair)).toEqual([second]);
    expect((await client.tagging.undo()).edit).toBeNull();
    expect(await client.votes.ranking({})).toMatchObject({
      votes: 1,
      columns: [{ interval: null }, { interval: null }],
    });
  });

  it('say which column used the correct labels, in its revealed pair, the list and the ranking', async () => {
    const project = await votable();
    const { client } = project;
    const columns = ['bm25-last', 'context'].map(
      (method): AgentSpec => ({ method, answerer: { kind: 'consensus' } }),
    );
    const { pair } = await client.votes.next({ columns });
    if (!pair) throw new Error('There is no pair to vote on.');
    await client.votes.vote({ pair: pair.pair, choice: 'a' });
    await client.votes.reveal({ pair: pair.pair });
    const marked = (of: readonly { readonly column: AgentSpec; readonly usesLabels: boolean }[]) =>
      Object.fromEntries(of.map(({ column, usesLabels }) => [column.method, usesLabels]));
    const expected = { 'bm25-last': false, context: true };
    expect(marked((await client.votes.ranking({})).columns)).toEqual(expected);
    const revealed = await client.votes.pair({ pair: pair.pair });
    if (revealed.kind !== 'revealed') throw new Error('The pair is still blind.');
    expect(marked(Object.values(revealed.pair.sides))).toEqual(expected);
    const [past] = (await client.votes.list({})).items;
    expect(marked(Object.values(past?.revealed ?? {}).filter((one) => typeof one !== 'string'))).toEqual(
      expected,
    );
  });

  it('continue where the series was, and draw the same in another project', async () => {
    const one = await votable();
    const drawn: number[] = [];
    for (let at = 0; at < 3; at++) {
      drawn.push(await draw(one));
      await one.client.votes.vote({ pair: drawn[at], choice: 'a' });
    }
    await one.client.votes.reveal({ pair: drawn[0] });
    expect((await one.client.votes.next({ columns: COLUMNS })).counts).toMatchObject({
      voted: 3,
      revealed: 1,
    });
    const other = await votable();
    const shown = async ({ client }: TestProject, pair: number) => {
      const { pair: found } = await client.votes.pair({ pair });
      return [found.conversation, found.a, found.b];
    };
    expect(await shown(other, await draw(other))).toEqual(await shown(one, drawn[0]));
    const again = await reopened(one);
    expect(drawn).not.toContain(await draw(again));
  });

  it('continue after tagging and learning again, and count nothing twice', async () => {
    const project = await votable();
    const { client } = project;
    const vote = async (seed: number) => {
      const { pair, counts } = await client.votes.next({ columns: COLUMNS, seed });
      if (!pair) return counts;
      await client.votes.vote({ pair: pair.pair, choice: 'a' });
      await client.votes.reveal({ pair: pair.pair });
      return counts;
    };
    for (let at = 0; at < 3; at++) await vote(1);
    await tagWith(client, 'annotations');
    expect(await vote(1)).toMatchObject({ voted: 3 });
    // Another seed is another series, which draws the same turns in another order.
    for (let at = 0; at < 20; at++) await vote(2);
    const { votes, items } = await client.votes.ranking({});
    expect(votes).toBe(items);
  });

  it('end when every turn was drawn with every pair of columns', async () => {
    const project = await votable();
    const { client } = project;
    let counts = { drawn: 0, voted: 0, revealed: 0, same: 0, unanswered: 0, passed: 0 };
    for (;;) {
      const next = await client.votes.next({ columns: COLUMNS });
      counts = next.counts;
      if (next.pair === null) break;
      await client.votes.vote({ pair: next.pair.pair, choice: 'tie' });
    }
    expect(counts.drawn).toBe(counts.voted + counts.same + counts.unanswered);
    expect(counts.voted).toBeGreaterThan(0);
    expect((await client.votes.ranking({})).same).toBe(counts.same);
  });

  it('are deleted with a dialogue that an answer comes from', async () => {
    const project = await votable();
    const { client } = project;
    const pair = await draw(project);
    await client.votes.vote({ pair, choice: 'a', note: 'Better.' });
    const dialogues = project.session
      .project()
      .database.prepare('SELECT dialogue_id FROM vote_pair_dialogues WHERE pair_id = ?')
      .pluck()
      .all(pair) as DialogueId[];
    expect(dialogues.length).toBeGreaterThan(0);
    const preview = await client.purge.preview({ dialogues: [dialogues[0]] });
    expect(preview.votePairs).toBe(1);
    const { job } = await client.purge.run({ dialogues: [dialogues[0]], expected: preview.dialogues });
    expect(await ended(client, job)).toMatchObject({ state: 'done', error: null });
    expect((await client.votes.list({})).total).toBe(0);
    const { items } = await client.tagging.history({});
    expect(items.filter(({ kind }) => kind === 'vote')).toEqual([]);
  });
});
