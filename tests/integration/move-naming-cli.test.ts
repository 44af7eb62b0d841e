import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { type AskedNames, namesByWords, readAskedNames } from '../fixtures/naming-model.ts';

describe('naming moves on the command line', () => {
  it('shows the cost, pauses at a budget, continues, and applies the reviewed names', async () => {
    vi.stubEnv('DIALOGRAM_HOME', temporaryFolder('home'));
    afterwards(() => vi.unstubAllEnvs());
    const server = await startModelServer({
      answer: (body) => namesByWords(readAskedNames(body) as AskedNames),
    });
    const folder = temporaryFolder();
    const project = join(folder, 'calls.dialogram');
    await cli('import', writeNeutral(folder, 'calls.jsonl', supportCalls(160)), '--project', project);
    await cli('tag', '--project', project, '--tagger', 'moves');
    await cli('models', '--add', 'Mine', '--url', server.origin, '--model', 'small-model');
    const asked = ['moves', 'name', '--project', project, '--provider', 'mine', '--model', 'small-model'];
    const fine = [...asked, '--moves', '40', '--per-request', '2'];
    expect((await cli(...fine)).output).toMatchObject({ state: 'paused', reason: { code: 'provider' } });
    await cli('models', '--agree', 'mine', '--host', server.origin);

    const dry = await cli(...fine, '--dry-run');
    expect(dry).toMatchObject({ status: 0, output: { kept: 0, dialogueByDialogue: { requests: 160 } } });
    expect(dry.output.firstRequest).toHaveLength(2);
    expect(dry.output.requests).toBeGreaterThan(4);
    expect(server.chats()).toEqual([]);

    const budget = String(Math.ceil((0.7 * dry.output.tokens.most) / dry.output.requests));
    const paused = await cli(...fine, '--budget-tokens', budget);
    expect(paused.output).toMatchObject({ state: 'paused', reason: { code: 'budget' }, named: [] });
    const run = String(paused.output.run);
    expect(paused.output.next).toBe(`moves name --project … --go-on ${run}`);
    const goOn = ['moves', 'name', '--project', project, '--go-on', run, '--budget-tokens', '100000000'];
    const done = (await cli(...goOn)).output;
    expect(done).toMatchObject({ state: 'done', applied: false, beside: null, dialogues: 160 });
    const texts = server.chats().map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);

    expect((await cli('moves', 'apply', 'none', '--project', project)).output.error.message).toMatch(
      /expects the number of a naming run, not "none"/,
    );
    const applied = await cli('moves', 'apply', run, '--project', project, '--reason', 'Looked through');
    expect(applied.output.edit).toMatchObject({ kind: 'name-moves', reason: 'Looked through' });
    const { roles } = (await cli('moves', 'list', '--project', project)).output;
    const names = (list: { readonly name: string }[]) => list.map(({ name }) => name).sort();
    for (const { role, moves } of roles)
      expect(names(moves)).toEqual(names(done.named.filter((one: { role: string }) => one.role === role)));

    // The same call again sends nothing, and the result is applied already.
    const again = await cli(...fine, '--apply');
    expect(again.output).toMatchObject({ state: 'done', applied: true, edit: null });
    expect(server.chats()).toHaveLength(texts.length);

    // Topics are named by the same commands.
    await cli('topics', 'find', '--project', project, '--topics', '3');
    const ofTopics = ['topics', 'name', '--project', project, '--provider', 'mine', '--model', 'small-model'];
    const estimate = (await cli(...ofTopics, '--dry-run')).output;
    expect(estimate).toMatchObject({ requests: 1, clusters: [{ asked: 3, kept: 0 }] });
    expect(estimate.firstRequest[1].content).toContain('Key words: ');
    const topics = (await cli(...ofTopics)).output;
    expect(topics).toMatchObject({ state: 'done', applied: false, settings: { what: 'topics' } });
    const { edit } = (await cli('topics', 'apply', String(topics.run), '--project', project)).output;
    expect(edit).toMatchObject({ kind: 'name-topics' });
    const shown = (await cli('topics', 'list', '--project', project)).output.topics;
    expect(names(shown)).toEqual(names(topics.named));
  });
});
