import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BOAT } from '../fixtures/boat-flow.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeFlows(suite: Suite): void {
  it('imports, checks, compiles, replays and deletes flows', async () => {
    const { client, workspace } = suite;
    const file = join(workspace, 'boat_book.json');
    writeFileSync(file, JSON.stringify(BOAT));
    const { edit, flows } = await client.flows.import({ paths: [file] });
    expect(edit).toMatchObject({ kind: 'flows', description: 'Import the flow boat_book' });
    expect(flows).toEqual([
      {
        name: 'boat_book',
        description: 'book a boat',
        nodes: 7,
        edges: 8,
        slots: ['harbour', 'seats', 'captain', 'wish'],
        errors: 0,
        warnings: 3,
        origins: { drafted: 0, changed: 0, written: 7 },
      },
    ]);
    expect((await client.flows.import({ paths: [file] })).edit).toBeNull();
    expect(await client.flows.list()).toEqual(flows);
    const stored = await client.flows.get({ flow: 'boat_book' });
    expect(stored).toMatchObject({ flow: { name: 'boat_book' }, draft: null, before: null });
    const was = { name: 'boat_book', edit: stored.edit };
    const [first, ...others] = stored.flow.nodes;
    const flow = { ...stored.flow, nodes: [{ ...first!, comment: 'Ask the harbour master.' }, ...others] };
    const saved = await client.flows.save({ was, flow, description: 'Comment on node 1' });
    expect(saved.edit).toMatchObject({ kind: 'flows', description: 'Comment on node 1' });
    const again = await client.flows.get({ flow: 'boat_book' });
    expect(again).toMatchObject({ flow, before: stored.flow });
    expect(await errorOf(client.flows.save({ was, flow, description: 'Comment' }))).toMatchObject({
      code: 'INVALID',
    });
    const copy = { was: null, flow, description: 'Copy it' };
    expect(await errorOf(client.flows.save(copy))).toMatchObject({ code: 'ALREADY_EXISTS' });
    const renamed = {
      ...copy,
      was: { name: 'boat_book', edit: again.edit },
      flow: { ...flow, name: 'boat 2' },
    };
    await client.flows.save(renamed);
    expect((await client.flows.list()).map(({ name }) => name)).toEqual(['boat 2']);
    // A new name makes no new version.
    const changed = await client.flows.replay({ flow: 'boat 2' });
    expect(changed.versions).toEqual([{ edit: stored.edit, next: 'Comment on node 1' }]);
    expect(changed.before).toMatchObject({
      edit: stored.edit,
      followed: changed.followed,
      better: 0,
      worse: 0,
    });
    await client.tagging.undo();
    await client.tagging.undo();
    expect(await client.flows.list()).toEqual(flows);
    const { problems } = await client.flows.validate({ flow: 'boat_book' });
    expect(problems.map(({ kind, node }) => `${kind} ${node}`)).toEqual([
      'cycle 1',
      'unused-request 1',
      'unused-request 7',
    ]);
    const broken = join(workspace, 'broken.co');
    writeFileSync(broken, 'flow main\n  $x = (1 + 2)\n');
    expect(await errorOf(client.flows.import({ paths: [broken] }))).toMatchObject({
      code: 'BAD_FILE',
      data: { place: `${broken}, line 2, column 9`, value: '$x = (1 + 2)' },
    });
    const loose = join(workspace, 'loose.co');
    writeFileSync(loose, 'flow main\n  bot say "Ahoy."\n');
    expect(await errorOf(client.flows.import({ paths: [loose] }))).toMatchObject({ code: 'BAD_FILE' });
    const noted = await client.flows.import({ paths: [loose], codeOf: 'boat_book' });
    expect(noted.edit).toMatchObject({ description: 'Import Colang for the flow boat_book' });
    expect((await client.flows.get({ flow: 'boat_book' })).code).toEqual({
      text: 'flow main\n  bot say "Ahoy."\n',
      by: null,
      changed: false,
    });
    const free = join(workspace, 'free');
    await client.flows.compile({ flow: 'boat_book', mode: 'free', out: free, ifExists: 'refuse' });
    expect(readFileSync(join(free, 'main.co'), 'utf8')).toContain('Ahoy');
    await client.flows.saveCode({ flow: 'boat_book', text: 'flow' });
    const wrong = { flow: 'boat_book', mode: 'free', out: free, ifExists: 'replace' } as const;
    expect(await errorOf(client.flows.compile(wrong))).toMatchObject({ code: 'BAD_FILE' });
    await client.flows.saveCode({ flow: 'boat_book', text: null });
    expect(await errorOf(client.flows.compile(wrong))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await client.flows.get({ flow: 'boat_book' })).code).toBeNull();
    const out = join(workspace, 'boat');
    const compiled = await client.flows.compile({ flow: 'boat_book', out, ifExists: 'refuse' });
    expect(compiled.files).toEqual(['main.co', 'helpers.co', 'config.yml', 'config.py', 'actions.py']);
    expect(readFileSync(join(out, 'main.co'), 'utf8')).toContain('# node 3: inform_and_confirm');
    const all = join(workspace, 'all');
    await client.flows.compile({ flow: null, out: all, ifExists: 'refuse' });
    expect(readFileSync(join(all, 'main.co'), 'utf8')).toMatch(
      /start task_boat_book\n[\s\S]*flow task_boat_book\n/,
    );
    const written = join(workspace, 'boat-again.json');
    await client.flows.export({ flow: 'boat_book', out: written, ifExists: 'replace' });
    expect(JSON.parse(readFileSync(written, 'utf8'))).toMatchObject({
      chief: 1,
      name: 'boat_book',
      start: 1,
    });
    const replay = await client.flows.replay({ flow: 'boat_book' });
    expect(replay.dialogues).toBeGreaterThan(0);
    expect(replay).toMatchObject({ versions: [], before: null });
    const draft = client.flows.draft({
      task: 'dancing',
      out: join(workspace, 'no.json'),
      ifExists: 'replace',
    });
    expect(await errorOf(draft)).toMatchObject({ code: 'INVALID', data: { value: 'dancing' } });
    expect(await client.flows.dialogues({ flow: 'boat_book', labels: ['sing'] })).toEqual({
      total: 0,
      places: [],
    });
    const source = { where: 'dancing', states: null, run: null, share: null };
    expect(await errorOf(client.flows.propose({ name: 'dance', source }))).toMatchObject({ code: 'INVALID' });
    await client.flows.remove({ flow: 'boat_book' });
    expect(await errorOf(client.flows.validate({ flow: 'boat_book' }))).toMatchObject({ code: 'NOT_FOUND' });
    await client.tagging.undo();
    expect(await client.flows.list()).toEqual(flows);
    await client.flows.remove({ flow: 'boat_book' });
  });

  it('keeps versions of the prompt that fills slots', async () => {
    const { flows } = suite.client;
    const { text, version } = await flows.slotPrompt();
    expect(await flows.saveSlotPrompt({ text: `${text} Thanks.` })).toMatchObject({
      version: version + 1,
      shipped: false,
    });
    expect(await flows.resetSlotPrompt()).toMatchObject({ text, shipped: true });
  });

  it('stores a flow with errors, but neither runs nor compiles it', async () => {
    const { client, workspace } = suite;
    const file = join(workspace, 'turn.json');
    const nodes = [
      { id: 1, type: 'inform', message: 'a' },
      { id: 1, type: 'inform', message: 'b' },
    ];
    writeFileSync(file, JSON.stringify({ nodes, edges: [{ source: 1, target: 2 }] }));
    const { flows } = await client.flows.import({ paths: [file] });
    expect(flows[0]).toMatchObject({ name: 'turn', errors: 2 });
    const refused = await errorOf(
      client.flows.compile({ flow: 'turn', out: join(workspace, 'turn'), ifExists: 'refuse' }),
    );
    expect(refused).toMatchObject({
      code: 'INVALID',
      message: 'The flow "turn" cannot be run: Two nodes have the id 1.',
      data: { place: 'turn, node 1', value: '1' },
    });
    await client.flows.remove({ flow: 'turn' });
  });
}
