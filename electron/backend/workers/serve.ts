import type { Transferable } from 'node:worker_threads';
import { toFailure, type Work, type WorkerMessage } from './run-worker.ts';
import { enterWorker, workerInput } from './start-worker.ts';

/**
 * The frame of every worker: takes its input, works, hands back a result or says why not.
 * @param work may name buffers to move rather than copy
 */
export function serve<Kind extends Work>(
  work: (
    input: Kind['input'],
    report: (progress: Kind['progress']) => void,
  ) => Promise<{ readonly result: Kind['result']; readonly transfer?: readonly ArrayBufferLike[] }>,
): void {
  const port = enterWorker();
  const send = (message: WorkerMessage<Kind>, transfer: readonly ArrayBufferLike[] = []): void => {
    port.postMessage(message, transfer as unknown as Transferable[]);
  };
  work(workerInput(), (progress) => send({ progress })).then(
    ({ result, transfer }) => send({ result }, transfer),
    (error: unknown) => send({ failure: toFailure(error) }),
  );
}
