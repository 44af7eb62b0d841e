import type { MessagePortMain } from 'electron';
import type { LineEnd } from '#backend/thread/relay.ts';

export type ElectronPort = Pick<MessagePortMain, 'postMessage' | 'on' | 'start' | 'close'>;

/** Returns a page's port in the main process as an end of a relay. It delivers messages only after it was started. */
export function lineOfElectronPort(port: ElectronPort): LineEnd {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', (event) => listener(event.data));
      port.start();
    },
    onClose: (listener) => {
      port.on('close', listener);
    },
    close: () => port.close(),
  };
}
