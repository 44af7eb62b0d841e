import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { startBackendThread } from '#backend/thread/start-thread.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Door } from '../door.ts';

/** The worker thread that every shell starts, by a port of its own. */
export const threadDoor: Door = {
  name: 'worker thread',
  async open(workspace) {
    const thread = startBackendThread({
      shell: 'test',
      version: '0.0.0',
      settingsFolder: workspace,
      files: { reach: 'any', workspace },
    });
    return {
      async openPage() {
        const port = thread.connect();
        let received = 0;
        port.on('message', () => {
          received++;
        });
        port.start();
        return {
          client: createORPCClient<DialogramClient>(new RPCLink({ port })),
          received: () => received,
          leave: async () => port.close(),
        };
      },
      close: () => thread.stop(),
    };
  },
};
