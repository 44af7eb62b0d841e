import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import { createRouterClient } from '@orpc/server';
import { createBackend } from '#backend/backend.ts';
import { anyFile } from '#backend/files.ts';
import type { Transport } from '../transport.ts';

function overTheWire(answer: unknown): unknown {
  if (answer !== null && typeof answer === 'object' && Symbol.asyncIterator in answer) return answer;
  const serializer = new StandardRPCJsonSerializer();
  const [json, meta, maps, blobs] = serializer.serialize(answer);
  const read: unknown = json === undefined ? undefined : JSON.parse(JSON.stringify(json));
  return serializer.deserialize(read, meta, maps, (index) => blobs[index]);
}

/** No transport, as in the command line. Answers still become text, so that none contains what cannot be sent. */
export const memoryTransport: Transport = {
  name: 'memory',
  async open(workspace) {
    const backend = createBackend({
      shell: 'test',
      version: '0.0.0',
      files: anyFile({ workspace, from: workspace }),
      settingsFolder: workspace,
    });
    return {
      async openPage() {
        const session = backend.openSession();
        return {
          client: createRouterClient(backend.router, {
            context: { session },
            interceptors: [async ({ next }) => overTheWire(await next())],
          }),
          received: () => null,
          leave: () => session.end(),
        };
      },
      close: () => backend.stop(),
    };
  },
};
