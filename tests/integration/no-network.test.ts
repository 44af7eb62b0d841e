import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const guard = pathToFileURL(at('../fixtures/no-network.mjs')).href;

/** Runs a script where every way out is watched; returns its exit status and what asked for the network. */
function watched(script: string, args: readonly string[]): { status: number | null; asked: string[] } {
  const log = join(temporaryFolder('network'), 'log');
  const { status } = spawnSync(process.execPath, ['--import', guard, script, ...args], {
    env: { ...process.env, NO_NETWORK_LOG: log },
    stdio: 'ignore',
  });
  // The guard makes the file; without it nothing was watched.
  expect(existsSync(log)).toBe(true);
  return {
    status,
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
});
