import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { startModelServer } from '../fixtures/model-server.ts';
import { tagsByLongestWord } from '../fixtures/tagging-model.ts';

describe('tagging with a model on the command line', () => {
  it('estimates, pilots, continues, and prints the cost', async () => {
    const folder = temporaryFolder('tag-cli');
    const before = process.env.DIALOGRAM_HOME;
    process.env.DIALOGRAM_HOME = folder;
    try {
      const server = await startModelServer({ answer: tagsByLongestWord, key: 'sesame' });
      const project = join(folder, 'p.dialogram');
      await cli('import', writeNeutral(folder, 'calls.jsonl', supportCalls(12)), '--project', project);
      await cli('models', '--add', 'Mine', '--url', server.origin);
      await cli('models', '--agree', 'mine', '--host', server.origin);
      const tag = (...rest: string[]) => cli('tag', '--project', project, '--tagger', 'model', ...rest);
      const how = ['--provider', 'mine', '--model', 'small-model', '--pilot', '4'];

      expect((await tag(...how, '--estimate')).output).toMatchObject({ dialogues: 12, requests: 12 });
      expect(server.requests).toEqual([]);

      // Without its key the server refuses; the run waits for the key.
      const refused = await tag(...how);
      expect(refused).toMatchObject({ status: 0, output: { state: 'paused', reason: { code: 'provider' } } });
      process.env.TEST_MODEL_KEY = 'sesame';
      const { run } = refused.output;
      const key = ['--key-from', 'TEST_MODEL_KEY'];
      const pilot = await tag('--go-on', `${run}`, ...key);
      expect(pilot.output).toMatchObject({ run, state: 'paused', reason: { code: 'pilot' } });
      expect(pilot.output.report.dialogues).toMatchObject({ done: 4, total: 12 });
      const done = await tag('--go-on', `${run}`, ...key);
      expect(done.output).toMatchObject({ run, state: 'done', warnings: [], report: { answered: 12 } });
      expect(done.output.utterancesTagged).toBeGreaterThan(12);

      expect((await tag('--go-on', `${run}`)).output.error.code).toBe('INVALID');
      expect((await tag('--provider', 'mine')).output.error.message).toContain('--model');
      expect((await tag(...how, '--budget', 'much')).output.error.message).toContain('--budget');
      const stray = await cli('tag', '--project', project, '--tagger', 'offline', '--pilot', '3');
      expect(stray.output.error.message).toContain('--pilot');
    } finally {
      delete process.env.TEST_MODEL_KEY;
      if (before === undefined) delete process.env.DIALOGRAM_HOME;
      else process.env.DIALOGRAM_HOME = before;
    }
  });
});
