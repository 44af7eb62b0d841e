/** The store of providers' keys: encrypted by the operating system if the shell supports it, else in memory. */
export interface KeyStore {
  /** `device`: encrypted by the operating system, there after a restart; `session`: in memory, gone with the app. */
  keptFor(): Promise<'device' | 'session'>;
  /** Returns true if there is a key, without unlocking it. */
  has(id: string): Promise<boolean>;
  /** Null if there is none, or if none can be unlocked. */
  get(id: string): Promise<string | null>;
  set(id: string, key: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Keys of this session only. */
export function memoryKeys(given: Readonly<Record<string, string>> = {}): KeyStore {
  const keys = new Map(Object.entries(given));
  return {
    keptFor: async () => 'session',
    has: async (id) => keys.has(id),
    get: async (id) => keys.get(id) ?? null,
    async set(id, key) {
      keys.set(id, key);
    },
    async remove(id) {
      keys.delete(id);
    },
  };
}
