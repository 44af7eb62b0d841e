/** Stores the keys of providers: encrypted by the operating system if possible, otherwise in memory. */
export interface KeyStore {
  /** `device`: encrypted by the operating system and kept after a restart; `session`: in memory. */
  keptFor(): Promise<'device' | 'session'>;
  has(id: string): Promise<boolean>;
  /** Returns a key; null if there is none or if it cannot be unlocked. */
  get(id: string): Promise<string | null>;
  set(id: string, key: string): Promise<void>;
  remove(id: string): Promise<void>;
}

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
