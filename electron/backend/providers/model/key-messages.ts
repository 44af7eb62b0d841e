import type { KeyStore } from './keys.ts';

/**
 * A request to the key store of the shell. The backend thread sends it, because it cannot reach the operating system's
 * key store itself.
 */
export type KeyRequest = {
  readonly kind: 'key';
  readonly call: number;
} & (
  | { readonly method: 'keptFor' }
  | { readonly method: 'has' | 'get' | 'remove'; readonly id: string }
  | { readonly method: 'set'; readonly id: string; readonly key: string }
);

export interface KeyAnswer {
  readonly kind: 'key-answer';
  readonly call: number;
  readonly answer: { readonly value: unknown } | { readonly error: string };
}

/** Answers a request with the shell's key store. Failures are sent back as messages. */
export async function answerKeyRequest(keys: KeyStore, request: KeyRequest): Promise<KeyAnswer> {
  const { kind: _, call } = request;
  try {
    return { kind: 'key-answer', call, answer: { value: await ask(keys, request) } };
  } catch (error) {
    return {
      kind: 'key-answer',
      call,
      answer: { error: error instanceof Error ? error.message : String(error) },
    };
  }
}

function ask(keys: KeyStore, request: KeyRequest): Promise<unknown> {
  switch (request.method) {
    case 'keptFor':
      return keys.keptFor();
    case 'set':
      return keys.set(request.id, request.key);
    default:
      return keys[request.method](request.id);
  }
}

export interface RemoteKeys {
  readonly keys: KeyStore;
  /** Processes the shell's answer. */
  settle(answer: KeyAnswer): void;
}

/** A key store that is reached by messages. @param send carries a request to it */
export function remoteKeys(send: (request: KeyRequest) => void): RemoteKeys {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;
  const call = <Value>(request: (call: number) => KeyRequest): Promise<Value> =>
    new Promise((resolve, reject) => {
      const number = ++calls;
      waiting.set(number, { resolve: (value) => resolve(value as Value), reject });
      send(request(number));
    });
  return {
    keys: {
      keptFor: () => call((number) => ({ kind: 'key', call: number, method: 'keptFor' })),
      has: (id) => call((number) => ({ kind: 'key', call: number, method: 'has', id })),
      get: (id) => call((number) => ({ kind: 'key', call: number, method: 'get', id })),
      set: (id, key) => call((number) => ({ kind: 'key', call: number, method: 'set', id, key })),
      remove: (id) => call((number) => ({ kind: 'key', call: number, method: 'remove', id })),
    },
    settle({ call: number, answer }) {
      const caller = waiting.get(number);
      waiting.delete(number);
      if ('error' in answer) caller?.reject(new Error(answer.error));
      else caller?.resolve(answer.value);
    },
  };
}
