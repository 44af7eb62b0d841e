import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createBackend } from '../../electron/backend/backend.ts';
import { anyFile } from '../../electron/backend/files.ts';
import type { DialogramClient } from '../../shared/contract/contract.ts';
import type { JobId } from '../../shared/domain/ids.ts';

/** @param kept a folder that is not removed at the end, so that a later call finds its project */
export function openWorkplace(kept?: string) {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'dialogram-bench-'));
  mkdirSync(folder, { recursive: true });
  const backend = createBackend({
    shell: 'test',
    version: '0.0.0',
    files: anyFile({ workspace: folder, from: folder }),
    settingsFolder: join(folder, 'settings'),
  });
  const session = backend.openSession();
  const client: DialogramClient = createRouterClient(backend.router, { context: { session } });
  const close = async (): Promise<void> => {
    await backend.stop();
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  };
  return { folder, session, client, close };
}

export async function finished<Result>(
  client: DialogramClient,
  { job }: { readonly job: JobId },
): Promise<Result> {
  for await (const { state, result, error, reason } of await client.jobs.watch({ job })) {
    if (state === 'done') return result as Result;
    if (state === 'failed' || state === 'paused') throw new Error(error?.message ?? reason?.message);
  }
  throw new Error('The job did not end.');
}
