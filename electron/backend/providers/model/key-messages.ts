import type { KeyStore } from './keys.ts';

/** The backend thread cannot reach the operating system's key store, so it sends its requests to the shell. */
export interface KeyRequest {
  readonly kind: 'key';
  readonly call: number;
  readonly method: keyof KeyStore;
  readonly args: string[];
}

export interface KeyAnswer {
  readonly kind: 'key-answer';
  readonly call: number;
  readonly answer: { readonly value: unknown } | { readonly error: string };
}

export async function answerKeyRequest(
  keys: KeyStore,
  { call, method, args }: KeyRequest,
): Promise<KeyAnswer> {
  const asked = keys[method] as (...given: string[]) => Promise<unknown>;
  try {
    return { kind: 'key-answer', call, answer: { value: await asked.apply(keys, args) } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'key-answer', call, answer: { error: message } };
  }
}

export type RemoteKeys = ReturnType<typeof remoteKeys>;

export function remoteKeys(send: (request: KeyRequest) => void) {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;
  const asking =
    (method: keyof KeyStore) =>
    <Value>(...args: string[]): Promise<Value> =>
      new Promise((resolve, reject) => {
        const call = ++calls;
        waiting.set(call, { resolve: (value) => resolve(value as Value), reject });
        send({ kind: 'key', call, method, args });
      });
  const keys: KeyStore = {
    keptFor: asking('keptFor'),
    has: asking('has'),
    get: asking('get'),
    set: asking('set'),
    remove: asking('remove'),
  };
  return {
    keys,
    settle({ call, answer }: KeyAnswer): void {
      const caller = waiting.get(call);
      waiting.delete(call);
      if ('error' in answer) caller?.reject(new Error(answer.error));
      else caller?.resolve(answer.value);
    },
  };
}
