import { inspect } from 'node:util';
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { RPCHandler } from '@orpc/server/message-port';
import { createBackend } from '../backend.ts';
import { isCancellation } from '../errors.ts';
import { anyFile, onlyWithin } from '../files.ts';
import { remoteKeys } from '../providers/model/key-messages.ts';
import type { ShellRequest, ThreadCommand, ThreadOptions } from './start-thread.ts';

/** Each port is the session of one page, which ends when the port closes. */
function run(options: ThreadOptions): void {
  const port = parentPort;
  if (!port) throw new Error('The backend thread has no parent to talk to.');
  const { files } = options;
  const shellKeys = remoteKeys((request) => port.postMessage(request satisfies ShellRequest));
  const backend = createBackend({
    keys: shellKeys.keys,
    shell: options.shell,
    version: options.version,
    settingsFolder: options.settingsFolder,
    ...(options.resources === undefined ? {} : { resources: options.resources }),
    files:
      files.reach === 'workspace'
        ? onlyWithin(files.workspace)
        : anyFile({ workspace: files.workspace, from: files.workspace }),
  });
  const handler = new RPCHandler(backend.router);
  const connect = (page: MessagePort): void => {
    const session = backend.openSession();
    handler.upgrade(page, { context: { session } });
    page.on('close', () => {
      session.end().catch((error: unknown) => console.error(error));
    });
    page.start();
  };
  // If a message cannot be read, only its page is affected, and the others continue.
  process.on('unhandledRejection', (reason) => {
    if (isCancellation(reason)) return;
    port.postMessage({ kind: 'unanswered', reason: inspect(reason) } satisfies ShellRequest);
  });
  port.on('message', (command: ThreadCommand) => {
    if (command.kind === 'connect') connect(command.port);
    else if (command.kind === 'key-answer') shellKeys.settle(command);
    else {
      backend
        .stop()
        .catch((error: unknown) => console.error(error))
        .finally(() => process.exit(0));
    }
  });
}

if (!isMainThread) run(workerData as ThreadOptions);
