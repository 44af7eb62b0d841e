import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { connectSocket, cookieOf, startWebShell } from '../../fixtures/web-shell.ts';
import type { Transport } from '../transport.ts';

export const webTransport: Transport = {
  name: 'WebSocket',
  async open(workspace) {
    const { server } = await startWebShell(workspace);
    const cookie = await cookieOf(server);
    return {
      async openPage() {
        const websocket = await connectSocket(server, { Cookie: cookie, Origin: server.origin });
        let received = 0;
        websocket.on('message', () => {
          received++;
        });
        return {
          client: createORPCClient<DialogramClient>(
            new RPCLink({ websocket: websocket as unknown as WebSocket }),
          ),
          received: () => received,
          leave: async () => websocket.close(),
        };
      },
      close: () => server.close(),
    };
  },
};
