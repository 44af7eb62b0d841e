import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const guard = pathToFileURL(at('../fixtures/no-network.mjs')).href;

interface Watched {
  readonly status: number | null;
  readonly asked: string[];
}

/** Runs a script where every way out is watched; returns its exit status and what asked for the network. */
const watched = (script: string, args: readonly string[]): Watched => {
  const { said: _, ...seen } = watchedWithWords(script, args);
  return seen;
};

function watchedWithWords(script: string, args: readonly string[]): Watched & { readonly said: string } {
  const log = join(temporaryFolder('network'), 'log');
  const { status, stdout } = spawnSync(process.execPath, ['--import', guard, script, ...args], {
    env: { ...process.env, NO_NETWORK_LOG: log },
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  // The guard makes the file; without it nothing was watched.
  expect(existsSync(log)).toBe(true);
  return {
    status,
    said: stdout,
    asked: readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  };
}

describe('no socket leaves the machine', () => {
  it('the watch sees connections and names, also of worker threads', () => {
    const { status, asked } = watched(at('../fixtures/ask-network.ts'), []);
    expect(status).toBe(0);
    expect(asked).toEqual(['connect 192.0.2.1:9', 'lookup example.invalid']);
  });

  it('import, tagging by both taggers, learning, routing and export ask for nothing', () => {
    const folder = temporaryFolder();
    const file = writeNeutral(folder, 'calls.jsonl', supportCalls(60));
    const project = ['--project', join(folder, 'p.dialogram')];
    const commands = [
      ['import', file],
      ['tag', '--tagger', 'annotations'],
      ['tag', '--tagger', 'offline'],
      ['learn', '--tau', '1'],
      ['route', '--dialogue', 'call-1'],
      ['export', '--to', 'svg', '--out', join(folder, 'automaton.svg')],
      ['info'],
    ];
    for (const command of commands) {
      expect([command[0], watched(at('../../electron/cli/main.ts'), [...command, ...project])]).toEqual([
        command[0],
        { status: 0, asked: [] },
      ]);
    }
  });

  it('a server of a model is asked only once its very host is agreed to', () => {
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
    const askedWith = (consent: { origin: string; at: string } | null) => {
      const folder = temporaryFolder('settings');
      writeFileSync(join(folder, 'providers.json'), JSON.stringify([{ ...provider, consent }]));
      const { said, asked } = watchedWithWords(at('../fixtures/ask-model.ts'), [folder, 'mine']);
      return [said, asked];
    };
    const at2030 = '2030-01-01T00:00:00Z';
    const nothing = ['NOT_CONSENTED', []];
    expect(askedWith(null)).toEqual(nothing);
    expect(askedWith({ origin: 'https://192.0.2.1', at: at2030 })).toEqual(nothing);
    expect(askedWith({ origin: 'http://192.0.2.1:8443', at: at2030 })).toEqual(nothing);
    expect(askedWith({ origin: 'https://192.0.2.2:8443', at: at2030 })).toEqual(nothing);
    // Agreed to, it is asked, and nobody else is.
    expect(askedWith({ origin: 'https://192.0.2.1:8443', at: at2030 })).toEqual([
      'connection',
      ['connect 192.0.2.1:8443'],
    ]);
  });

  it('a module is asked only once its very host is agreed to, and a folder asks for nothing', () => {
    const askedWith = (consent: { origin: string; at: string } | null) => {
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
      const { said, asked } = watchedWithWords(at('../fixtures/ask-module.ts'), [folder]);
      return [said, asked];
    };
    const at2030 = '2030-01-01T00:00:00Z';
    const nothing = ['nothing sent nothing sent ', []];
    expect(askedWith(null)).toEqual(nothing);
    expect(askedWith({ origin: 'https://192.0.2.1', at: at2030 })).toEqual(nothing);
    expect(askedWith({ origin: 'https://192.0.2.1:8443', at: at2030 })).toEqual([
      'nothing sent sent ',
      ['connect 192.0.2.1:8443'],
    ]);
  });
});
