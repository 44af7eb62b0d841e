import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DialogueId, JobId, RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import { ended } from '../fixtures/project.ts';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeErrors(suite: Suite): void {
  it('says that no project is open', async () => {
    const { client } = await suite.openPage();
    const error = await errorOf(client.corpus.sources());
    expect(error).toMatchObject({ code: 'NO_PROJECT', message: 'No project is open.' });
    expect(error.data).toEqual({
      place: null,
      value: null,
      nextStep: expect.stringContaining('Open or create a project'),
    });
    expect((await errorOf(client.jobs.list())).code).toBe('NO_PROJECT');
    expect((await errorOf(client.projects.changes())).code).toBe('NO_PROJECT');
  });

  it('rejects numbers that JSON does not have, wherever they are', async () => {
    const settings = { columns: [{ examples: 5n }] } as never;
    expect(await errorOf(suite.client.batch.start(settings))).toMatchObject({
      code: 'INVALID',
      data: { place: expect.stringMatching(/columns/) },
    });
    const seeded = { run: null, seed: 12345678901234567890n } as never;
    expect((await errorOf(suite.client.automata.learn(seeded))).code).toBe('INVALID');
  });

  it('names what does not exist', async () => {
    const { client } = suite;
    const nowhere = 99_999;
    const found = await errorOf(client.corpus.find({ externalId: 'call-none' }));
    expect(found).toMatchObject({ code: 'NOT_FOUND', data: { value: 'call-none' } });
    expect(found.message).toContain('call-none');
    const calls: Promise<unknown>[] = [
      client.corpus.dialogue({ dialogue: nowhere as DialogueId }),
      client.automata.graph({ automaton: nowhere as RunId }),
      client.automata.dialogues({ at: { state: nowhere } }),
      client.automata.dialogues({ at: { from: 0, symbol: { role: 'user', tag: 'nowhere' } } }),
      client.automata.learn({ run: nowhere as RunId }),
      client.tagging.vocabulary({ run: nowhere as RunId }),
      client.tagging.addTag({ turn: nowhere as TurnId, tag: 'x' }),
      client.tagging.renameTag({ tag: nowhere as TagId, name: 'x' }),
      client.jobs.get({ job: 'nowhere' as JobId }),
      client.jobs.watch({ job: 'nowhere' as JobId }),
      client.projects.open({ path: join(suite.workspace, 'nowhere.dialogram') }),
    ];
    for (const error of await Promise.all(calls.map(errorOf))) expect(error.code).toBe('NOT_FOUND');
  });

  it('does not overwrite files, and does not open a file that is no project', async () => {
    const { client } = await suite.openPage();
    const taken = await errorOf(client.projects.create({ path: 'main' }));
    expect(taken.code).toBe('ALREADY_EXISTS');
    expect(taken.data.place).toBe(join(suite.workspace, 'main.dialogram'));
    const text = join(suite.workspace, 'text.dialogram');
    writeFileSync(text, 'no database');
    expect(await errorOf(client.projects.open({ path: text }))).toMatchObject({
      code: 'NOT_A_PROJECT',
      data: { place: text, nextStep: expect.any(String) },
    });
    expect((await errorOf(client.projects.open({ path: suite.workspace }))).code).toBe('NOT_A_PROJECT');
  });

  it('rejects invalid requests, and says what would be valid', async () => {
    const { client } = suite;
    const { items } = await client.tagging.vocabulary({ limit: 2 });
    const taken = await errorOf(client.tagging.renameTag({ tag: items[0].id, name: items[1].name }));
    expect(taken).toMatchObject({ code: 'INVALID', data: { value: items[1].name } });
    expect(taken.data.nextStep).toContain('merge');
    const [job] = await client.jobs.list();
    expect((await errorOf(client.jobs.resume({ job: job.id }))).code).toBe('INVALID');
  });

  it('keeps the name of the error that ended a job', async () => {
    const { client } = suite;
    const path = join(suite.workspace, 'empty.jsonl');
    writeFileSync(path, '');
    const { job } = await client.corpus.import({ paths: [path] });
    const failed = await ended(client, job);
    expect(failed.state).toBe('failed');
    expect(failed.error).toMatchObject({
      code: 'BAD_FILE',
      detail: { place: path, nextStep: expect.any(String) },
    });
    expect((await errorOf(client.corpus.preview({ path }))).code).toBe('BAD_FILE');
  });

  describe('input that does not parse', () => {
    const cases: readonly {
      title: string;
      path: string;
      value?: string;
      call: (suite: Suite) => Promise<unknown>;
    }[] = [
      { title: 'no path', path: 'path', call: ({ client }) => client.projects.open({ path: '' }) },
      { title: 'no files', path: 'paths', call: ({ client }) => client.corpus.import({ paths: [] }) },
      {
        title: 'an unknown format',
        path: 'format',
        value: 'docx',
        call: ({ client }) => client.corpus.import({ paths: ['x'], format: 'docx' as 'neutral' }),
      },
      {
        title: 'a state below zero',
        path: 'at',
        call: ({ client }) => client.automata.dialogues({ at: { state: -1 } }),
      },
      {
        title: 'a tag with white space',
        path: 'tag',
        value: 'two words',
        call: ({ client }) => client.tagging.addTag({ turn: 1 as TurnId, tag: 'two words' }),
      },
      {
        title: 'a page that is too long',
        path: 'limit',
        call: ({ client }) => client.corpus.dialogues({ limit: 100_000 }),
      },
      {
        title: 'lambda above one',
        path: 'lambda',
        value: '2',
        call: ({ client }) => client.automata.learn({ lambda: 2 }),
      },
      {
        title: 'an id that is no number',
        path: 'dialogue',
        call: ({ client }) => client.automata.path({ dialogue: '1' as unknown as DialogueId }),
      },
    ];
    it.each(cases)('$title: names $path', async ({ path, value, call }) => {
      const { code, message, data } = await errorOf(call(suite));
      expect(code).toBe('INVALID');
      expect(data.place?.split('.')[0]).toBe(path);
      expect(message).toMatch(/\w/);
      expect(data.nextStep).toMatch(/\w/);
      if (value !== undefined) expect(data.value).toBe(value);
    });
  });
}
