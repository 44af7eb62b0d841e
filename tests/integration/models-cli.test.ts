import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { type ModelServer, startModelServer } from '../fixtures/model-server.ts';

const KEY = 'sk-test-of-the-command-line-0123456789';

describe('models on the command line', () => {
  const home = temporaryFolder('home');
  let server: ModelServer;

  beforeAll(async () => {
    vi.stubEnv('DIALOGRAM_HOME', home);
    afterwards(() => vi.unstubAllEnvs());
    server = await startModelServer({ key: KEY });
  });

  it('are set up, approved and tested, with the key from the environment', async () => {
    const added = await cli('models', '--add', 'Mine', '--url', server.origin, '--model', 'small-model');
    expect(added).toMatchObject({ status: 0, output: { provider: { id: 'mine', baseUrl: server.baseUrl } } });
    expect(await cli('models', '--test', 'mine')).toMatchObject({
      status: 1,
      output: { error: { code: 'NOT_CONSENTED' } },
    });
    expect(server.requests).toEqual([]);
    expect((await cli('models', '--agree', 'mine', '--host', 'http://localhost')).output.error.code).toBe(
      'INVALID',
    );
    expect((await cli('models', '--agree', 'mine', '--host', server.origin)).status).toBe(0);

    vi.stubEnv('MODEL_KEY', KEY);
    expect(await cli('models', '--offered', 'mine', '--key-from', 'MODEL_KEY')).toMatchObject({
      status: 0,
      output: { models: ['embedding-model', 'large-model', 'small-model'] },
    });
    const tested = await cli('models', '--test', 'mine', '--key-from', 'MODEL_KEY');
    expect(tested.output).toMatchObject({ chat: { works: true }, streaming: { works: true } });

    // The key was for that command only, and is not in any file.
    const keyless = await cli('models', '--offered', 'mine');
    expect(keyless.output.error).toMatchObject({
      code: 'PROVIDER_FAILED',
      detail: { value: 'unauthorised' },
    });
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map((file) => file.name)).toEqual(['providers.json']);
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain(KEY);

    expect((await cli('models')).output.providers).toMatchObject([{ id: 'mine', hasKey: false }]);
    expect((await cli('models', '--remove', 'mine')).output).toEqual({ removed: true });
  });

  it('reject a key in place of the name of a variable, without repeating it', async () => {
    for (const given of [KEY, 'NOT_SET_ANYWHERE', '$MODEL_KEY']) {
      const { status, output } = await cli('models', '--key-from', given);
      expect([status, output.error.code]).toEqual([1, 'INVALID']);
      expect(JSON.stringify(output)).not.toContain(given);
    }
    expect((await cli('models', '--test', 'a', '--remove', 'b')).output.error.message).toContain(
      'cannot be used together',
    );
  });
});
