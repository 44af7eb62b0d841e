import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { lineOfNodePort, relay } from '#backend/thread/relay.ts';
import { startBackendThread } from '#backend/thread/start-thread.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { lineOfElectronPort } from '../../../electron/main/electron-ports.ts';
import { FakeElectronPort, pagePortOf } from '../../fixtures/electron-ports.ts';
import type { Transport } from '../transport.ts';

export const electronTransport: Transport = {
  name: 'Electron',
  async open(workspace) {
    const thread = startBackendThread({
      shell: 'electron',
      version: '0.0.0',
      settingsFolder: workspace,
      files: { reach: 'any', workspace },
    });
    return {
      async openPage() {
        const { port1, port2 } = FakeElectronPort.pair();
        relay(lineOfElectronPort(port1), lineOfNodePort(thread.connect()));
        const port = pagePortOf(port2);
        let received = 0;
        port.addEventListener('message', () => {
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
