import type { KeyStore } from './keys.ts';

/** The backend thread cannot reach the operating system's key store, so it sends its requests to the shell. */
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
  settle(answer: KeyAnswer): void;
}

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
