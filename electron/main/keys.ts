import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { settingsFile } from '#backend/machine/settings.ts';
import { type KeyStore, memoryKeys } from '#backend/providers/model/keys.ts';

export interface SafeKeysHost {
  readonly safeStorage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
  >;
  readonly platform: NodeJS.Platform;
  readonly folder: string;
}

/** Stores of Linux that do not protect keys: they use a password that everyone knows, or none. */
const UNENCRYPTED = ['basic_text', 'unknown'];

/** Stores keys encrypted by the operating system; in memory if it cannot encrypt. Call once the app is ready. */
export function createSafeKeys({ safeStorage, platform, folder }: SafeKeysHost): KeyStore {
  const file = settingsFile(folder, 'keys.json', z.record(z.string(), z.string()), {});
  const memory = memoryKeys();

  const encrypts = async (): Promise<boolean> =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    (platform !== 'linux' || !UNENCRYPTED.includes(safeStorage.getSelectedStorageBackend()));

  const write = async (id: string, key: string): Promise<void> => {
    const encrypted = (await safeStorage.encryptStringAsync(key)).toString('base64');
    file.write({ ...file.read(), [id]: encrypted });
    if (file.read()[id] !== encrypted) throw new Error(`The key could not be saved in ${folder}.`);
  };

  return {
    keptFor: async () => ((await encrypts()) ? 'device' : 'session'),
    has: async (id) => (await memory.has(id)) || ((await encrypts()) && Object.hasOwn(file.read(), id)),
    async get(id) {
      const kept = file.read()[id];
      if ((await memory.has(id)) || kept === undefined || !(await encrypts())) return memory.get(id);
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(kept, 'base64'));
        if (shouldReEncrypt) await write(id, result);
        return result;
      } catch {
        // Locked, or encrypted by another user's or machine's key store.
        return null;
      }
    },
    async set(id, key) {
      if (await encrypts()) await write(id, key);
      else await memory.set(id, key);
    },
    async remove(id) {
      await memory.remove(id);
      const { [id]: removed, ...others } = file.read();
      if (removed !== undefined) file.write(others);
    },
  };
}
