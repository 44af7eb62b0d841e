import { expect, it } from 'vitest';
import { readGraph } from '#shared/contract/automata.ts';
import { resultOf } from '../fixtures/project.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeComparison(suite: Suite): void {
  it('builds the retrieval index once, and reports it', async () => {
    const { client } = suite;
    expect(await client.comparison.status({})).toMatchObject({
      state: 'absent',
      size: null,
      heldOutShare: 0.1,
    });
    const { job } = await client.comparison.prepare({});
    const size = await resultOf<{ dialogues: number; heldOut: number; turns: number }>(client, job);
    expect(size.dialogues + size.heldOut).toBe(80);
    expect(await client.comparison.status({})).toMatchObject({ state: 'ready', job: null, size });
    expect(await resultOf(client, (await client.comparison.prepare({})).job)).toEqual(size);
  });

  it('names methods, and their encoder if they have one', async () => {
    const methods = await suite.client.comparison.methods();
    expect(methods.map(({ name }) => name)).toContain('dfa-tree');
    // Menus offer these six methods and "No examples". Each method has one line of explanation.
    const offered = methods.filter((one) => one.offered);
    expect(offered.map(({ name }) => name)).toEqual([
      ...['context-ranker', 'dfa-rag', 'rrf', 'bm25-last', 'dense', 'random'],
    ]);
    for (const { description } of offered) expect(description).toMatch(/^[^.]{10,}\.([^.]{0,40}\.)?$/);
    for (const { title, encoder } of methods.filter(({ name }) => name.startsWith('dense'))) {
      expect(title).toContain(encoder);
    }
  });

  it('accepts a folder as encoder only if it contains one', async () => {
    const { client } = suite;
    expect(await errorOf(client.comparison.chooseEncoder({ folder: 'none' }))).toMatchObject({
      code: 'BAD_FILE',
    });
    expect(await client.comparison.chooseEncoder({ folder: null })).toEqual({ title: null });
    expect(await client.comparison.chooseEncoder({ provider: null })).toEqual({ title: null });
    const nobody = { provider: 'nobody', model: 'embedding-model' };
    expect(await errorOf(client.comparison.estimateEncoding(nobody))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('encodes with the additional encoder, or says why it cannot', async () => {
    const { client } = suite;
    const [{ name, available, unavailableBecause, encodedShare }] = await client.comparison.encoders();
    expect([name, encodedShare]).toEqual(['universal-sentence-encoder-lite', 0]);
    const encode = () => client.comparison.encode({ encoder: 'universal-sentence-encoder-lite' });
    if (!available) {
      expect(await errorOf(encode())).toMatchObject({ code: 'INVALID' });
      expect(unavailableBecause).toMatch(/is not installed/);
      return;
    }
    const { texts, turns } = await resultOf<{ texts: number; turns: number }>(client, (await encode()).job);
    expect(texts).toBeGreaterThan(0);
    expect(turns).toBeGreaterThanOrEqual(texts);
    expect(await client.comparison.encoders()).toMatchObject([{ encodedShare: 1, job: null }]);
  });

  it('finds similar turns by words or by an encoder, or says what is missing', async () => {
    const { client } = suite;
    const [words, own] = await client.likeness.methods();
    expect(words).toMatchObject({ by: 'words', share: 1, problem: null, takesText: true, job: null });
    const text = 'my lamp has not arrived yet';
    const { items } = await client.likeness.nearest({ to: { text }, role: 'user', limit: 3 });
    expect(items).toHaveLength(3);
    for (const { text: found, role, share } of items) {
      expect([found, role, share]).toEqual([expect.stringMatching(/arrived/), 'user', null]);
    }
    const { turn } = items[0];
    const near = await client.likeness.nearest({ to: { turn } });
    expect(near.items.length).toBeGreaterThan(3);
    expect(near.items.map((item) => item.turn)).not.toContain(turn);
    const byOwn = client.likeness.nearest({ to: { turn }, by: 'universal-sentence-encoder-lite', limit: 5 });
    if (own.problem !== null) {
      expect(await errorOf(byOwn)).toMatchObject({ code: 'INVALID', data: { place: 'by' } });
      return;
    }
    // The step before encoded only turns.
    expect(own.share).toBeLessThan(1);
    const shares = (await byOwn).items.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => (b ?? 0) - (a ?? 0)));
    expect(shares.every((share) => share !== null && share >= 0.5)).toBe(true);
  });

  it('compares methods on a turn that nothing learned from', async () => {
    const { client } = suite;
    const turn = await client.comparison.randomTurn({ seed: 3 });
    expect(turn).toEqual(await client.comparison.randomTurn({ seed: 3 }));
    const askable = await client.comparison.turns({ dialogue: turn.dialogue });
    expect(askable).toMatchObject({ externalId: turn.externalId, heldOut: true });
    expect(askable.turns.map(({ turn }) => turn)).toContain(turn.turn);

    const compared = await client.comparison.compare({ dialogue: turn.dialogue, turn: turn.turn });
    expect(compared.exclusion.kind).toBe('held-out');
    expect(compared.history).toHaveLength(turn.turn);
    expect(compared.columns.map(({ method }) => method.name)).toEqual([
      'dfa-rag',
      'context-ranker',
      'bm25-last',
      'dense',
      'random',
    ]);
    for (const { candidates, answer, examples } of compared.columns) {
      expect(candidates.length).toBe(examples.returned);
      expect(candidates.every(({ dialogue }) => dialogue !== turn.dialogue)).toBe(true);
      expect(answer === null).toBe(candidates.length === 0);
    }
  });

  it('returns the automata of the routes', async () => {
    const { client } = suite;
    const { dialogue, turn } = await client.comparison.randomTurn({ seed: 1 });
    const { columns } = await client.comparison.compare({
      dialogue,
      turn,
      methods: ['dfa-rag', 'dfa-paper', 'dfa-tree-resume', 'context', 'bm25-dialogue'],
    });
    const [fair, literal, resumed] = columns.map(({ route }) => route?.automaton);
    expect(fair).toBe(resumed);
    expect(fair).not.toBe(literal);
    for (const { candidates, route } of columns.slice(0, 1)) {
      expect(candidates.length).toBeGreaterThan(0);
      for (const { why } of candidates) expect(route?.path).toContain(why.state);
      expect(new Set(candidates.map((candidate) => candidate.dialogue)).size).toBe(candidates.length);
    }
    for (const { method, route } of columns) {
      expect(route?.kind ?? 'none').toBe(method.kind === 'baseline' ? 'none' : method.kind);
      if (!route) continue;
      const { states, transitions, summary } = readGraph(
        await client.automata.graph({ automaton: route.automaton }),
      );
      expect(summary.learner).toBe(route.kind);
      expect(states.support[route.state]).toBe(route.support);
      route.path.slice(1).forEach((to, at) => {
        const taken = transitions.from.findIndex(
          (from, index) => from === route.path[at] && transitions.to[index] === to,
        );
        expect(taken, `from ${route.path[at]} to ${to}`).not.toBe(-1);
      });
    }
    expect(readGraph(await client.automata.graph({})).summary).toMatchObject({
      learner: 'paper',
      params: { tau: 2 },
    });
  });

  it('lists the turns that can be asked for', async () => {
    const { client } = suite;
    const { dialogue } = await client.comparison.randomTurn({ seed: 1, heldOut: false });
    const error = await errorOf(client.comparison.compare({ dialogue, turn: 0 }));
    expect(error).toMatchObject({ code: 'INVALID', data: { value: '0' } });
    expect(error.data.nextStep).toMatch(/turns: \d/);
    const unknown = await errorOf(client.comparison.compare({ dialogue, turn: 1, methods: ['magic'] }));
    expect(unknown).toMatchObject({ code: 'INVALID', data: { value: 'magic' } });
  });
}
