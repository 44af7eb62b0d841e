import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importFiles, resultOf } from '../fixtures/project.ts';
import { errorOf, type Suite } from './contract-suite.ts';

const moveOf = (text: string): string =>
  /thank/i.test(text) ? 'thank' : text.includes('?') ? 'ask-question' : 'say-facts';

export function describeTeaching(suite: Suite): void {
  it('asks useful questions, learns from each answer, and tags every turn', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'taught' });
    expect((await errorOf(client.teaching.next({}))).code).toBe('INVALID');
    await importFiles(client, [suite.callsFile]);
    for await (const { phase } of await client.teaching.gettingReady())
      expect(phase).toMatch(/^reading sentences$|of the (customer|agent)$/);
    expect((await client.teaching.progress()).accuracy.mean).toBeNull();
    for await (const { phase } of await client.teaching.gettingReady())
      expect.fail(`It is ready, and tells of ${phase}.`);

    const first = await client.teaching.next({});
    expect(first).toMatchObject({ answers: 0, question: { turns: expect.any(Array) } });
    expect(first.question!.alike).toBeGreaterThan(first.question!.turns.length);
    expect(first.question!.moves.every((move) => move.answers === 0 && move.confidence === null)).toBe(true);
    const skipped = first.question!.turns.map(({ turn }) => turn);
    const other = await client.teaching.next({ skipped });
    expect(other.question!.turns.filter(({ turn }) => skipped.includes(turn))).toEqual([]);

    const asked = new Set<number>();
    for (let answers = 0; answers < 24; answers++) {
      const { question } = await client.teaching.next({});
      if (!question) break;
      for (const { turn } of question.turns) expect(asked.has(turn)).toBe(false);
      for (const { turn } of question.turns) asked.add(turn);
      const moves = [moveOf(question.turns[0]!.text)];
      await client.teaching.answer({ turns: question.turns.map(({ turn }) => turn), moves });
    }
    const { question, answers } = await client.teaching.next({});
    expect(answers).toBe(asked.size);
    expect(question!.moves.some(({ confidence }) => confidence !== null)).toBe(true);
    const progress = await client.teaching.progress();
    expect(progress.accuracy.mean).toBeGreaterThan(0.6);
    expect(progress.advice).toContain('The tagger is right for');
    expect(progress.advice).toContain(
      progress.drawn > 0 ? `of ${progress.drawn} random turns` : 'These answers are not a random sample',
    );

    const path = join(suite.workspace, 'answers.tsv');
    const { externalId, index, text } = question!.turns[0]!;
    writeFileSync(
      path,
      `dialogue\tround\trole\tmove\n${externalId}\t${index}\t${question!.role}\t${moveOf(text)}\n`,
    );
    expect(await client.teaching.readAnswers({ path })).toMatchObject({ answers: 1 });
    await client.tagging.undo();
    expect((await client.teaching.next({})).answers).toBe(answers);

    const taught = await resultOf<{ run: number; answers: number }>(
      client,
      (await client.teaching.run({})).job,
    );
    expect(taught.answers).toBe(answers);
    expect((await client.tagging.runs())[0]).toMatchObject({ id: taught.run, tagger: 'taught' });
    const offered = (await client.tagging.taggers()).find(({ name }) => name === 'taught');
    expect(offered).toMatchObject({ unavailable: null });
    expect(offered?.description).toMatch(
      new RegExp(
        `The tagger learned from ${answers} turns with 3 moves\\. After learning from ${answers} turns, the tagger was right for \\d`,
      ),
    );
    const saved = await client.teaching.save({ out: 'taught-moves.json' });
    expect(saved.moves).toBeGreaterThan(2);
    await client.projects.close();
  });
}
