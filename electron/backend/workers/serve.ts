import type { Transferable } from 'node:worker_threads';
import { toFailure, type Work, type WorkerMessage } from './run-worker.ts';
import { enterWorker } from './start-worker.ts';

/** The frame of every worker: input, work, result or error. @param work may name buffers to move, not copy */
export function serve<Kind extends Work>(
  work: (
    input: Kind['input'],
    report: (progress: Kind['progress']) => void,
  ) => Promise<{ readonly result: Kind['result']; readonly transfer?: readonly ArrayBufferLike[] }>,
): void {
  enterWorker(async (port, input) => {
    const send = (message: WorkerMessage<Kind>, transfer: readonly ArrayBufferLike[] = []): void => {
      port.postMessage(message, transfer as unknown as Transferable[]);
    };
    try {
      const { result, transfer } = await work(input, (progress) => send({ progress }));
      send({ result }, transfer);
    } catch (error) {
      send({ failure: toFailure(error) });
    }
  });
}
