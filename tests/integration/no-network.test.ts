import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const guard = pathToFileURL(at('../fixtures/no-network.mjs')).href;

interface ProcessResult {
  readonly status: number | null;
  readonly said: string[];
  readonly asked: string[];
}

/** Runs a script with network access watched. Returns its exit status, its output and the attempts. */
function watched(script: string, args: readonly string[]): ProcessResult {
  const log = join(temporaryFolder('network'), 'log');
  const { status, stdout } = spawnSync(process.execPath, ['--import', guard, script, ...args], {
    env: { ...process.env, NO_NETWORK_LOG: log },
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  // The guard creates the file; without it nothing was watched.
  expect(existsSync(log)).toBe(true);
  return {
    status,
    said: linesOf(stdout),
    asked: linesOf(readFileSync(log, 'utf8')),
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

describe('no socket leaves the machine', () => {
  it('detects connections and lookups, also of worker threads', () => {
    const { status, asked } = watched(at('../fixtures/ask-network.ts'), []);
    expect(status).toBe(0);
    expect(asked).toEqual(['connect 192.0.2.1:9', 'lookup example.invalid']);
  });

  it('import, both taggers, learning, routing and export use no network', () => {
    const folder = temporaryFolder();
    const file = writeNeutral(folder, 'calls.jsonl', supportCalls(60));
    const project = ['--project', join(folder, 'p.dialogram')];
    const entry = watched(at('../../electron/cli/main.ts'), ['import', file, ...project]);
    expect(entry).toMatchObject({ status: 0, asked: [] });
    // Run the others in one process, which starts only once.
    const commands = [
      ['tag', '--tagger', 'annotations'],
      ['tag', '--tagger', 'offline'],
      ['learn', '--tau', '1'],
      ['route', '--dialogue', 'call-1'],
      ['export', '--to', 'svg', '--out', join(folder, 'automaton.svg')],
      ['info'],
    ].map((command) => [...command, ...project]);
    expect(watched(at('../fixtures/run-commands.ts'), [JSON.stringify(commands)])).toEqual({
      status: 0,
      said: commands.map(() => '0'),
      asked: [],
    });
  });

  it('a model server is asked only once its exact host is approved', () => {
    const provider = {
      id: 'mine',
      name: 'Mine',
      kind: 'openai',
      baseUrl: 'https://192.0.2.1:8443/v1',
      apiVersion: null,
      chatModel: null,
      embeddingModel: null,
      prices: {},
      takesBatches: false,
      maskPersonalData: true,
    };
    const askedWith = (...consents: readonly ({ origin: string; at: string } | null)[]) => {
      const folders = consents.map((consent) => {
        const folder = temporaryFolder('settings');
        writeFileSync(join(folder, 'providers.json'), JSON.stringify([{ ...provider, consent }]));
        return folder;
      });
      const { said, asked } = watched(at('../fixtures/ask-model.ts'), ['mine', ...folders]);
      return [said, asked];
    };
    const at2030 = '2030-01-01T00:00:00Z';
    const agreedElsewhere = ['https://192.0.2.1', 'http://192.0.2.1:8443', 'https://192.0.2.2:8443'].map(
      (origin) => ({ origin, at: at2030 }),
    );
    expect(askedWith(null, ...agreedElsewhere)).toEqual([new Array(4).fill('NOT_CONSENTED'), []]);
    // Once approved, it is asked, and no other host is.
    expect(askedWith({ origin: 'https://192.0.2.1:8443', at: at2030 })).toEqual([
      ['connection'],
      ['connect 192.0.2.1:8443'],
    ]);
  });

  it('a module is asked only once its exact host is approved, and a folder uses no network', () => {
    const askedWith = (...consents: readonly ({ origin: string; at: string } | null)[]) => {
      const folders = consents.map((consent) => {
        const folder = temporaryFolder('settings');
        writeFileSync(join(folder, 'words.txt'), 'an answer to a question');
        const endpoint = {
          id: 'mine',
          kind: 'endpoint',
          name: 'Mine',
          address: 'https://192.0.2.1:8443/search',
          method: 'get',
          arguments: [{ name: 'q', of: 'turn', text: '' }],
          consent,
        };
        const documents = { id: 'docs', kind: 'folder', name: 'Docs', path: folder };
        writeFileSync(join(folder, 'modules.json'), JSON.stringify([documents, endpoint]));
        return folder;
      });
      const { said, asked } = watched(at('../fixtures/ask-module.ts'), folders);
      return [said, asked];
    };
    const at2030 = '2030-01-01T00:00:00Z';
    expect(askedWith(null, { origin: 'https://192.0.2.1', at: at2030 })).toEqual([
      ['nothing sent, nothing sent', 'nothing sent, nothing sent'],
      [],
    ]);
    expect(askedWith({ origin: 'https://192.0.2.1:8443', at: at2030 })).toEqual([
      ['nothing sent, sent'],
      ['connect 192.0.2.1:8443'],
    ]);
  });
});
