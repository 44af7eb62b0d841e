import { createRouterClient } from '@orpc/server';
import { createBackend } from '#backend/backend.ts';
import { anyFile } from '#backend/files.ts';
import type { Door } from '../door.ts';

/** No transport, as in the command line. */
export const memoryDoor: Door = {
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
          client: createRouterClient(backend.router, { context: { session } }),
          received: () => null,
          leave: () => session.end(),
        };
      },
      close: () => backend.stop(),
    };
  },
};
