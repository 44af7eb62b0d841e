export interface LineEnd {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** Connects two lines in both directions. If one closes, the other closes too. Neither shell looks at the messages. */
export function relay(one: LineEnd, other: LineEnd): void {
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    one.close();
    other.close();
  };
  one.onMessage((message) => open && other.send(message));
  other.onMessage((message) => open && one.send(message));
  one.onClose(close);
  other.onClose(close);
}

interface NodePort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  close(): void;
}

export function lineOfNodePort(port: NodePort): LineEnd {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', listener);
    },
    onClose: (listener) => {
      port.on('close', listener);
    },
    close: () => port.close(),
  };
}
