import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/fixtures/cleanup.ts';
import { createSafeKeys, type SafeKeysHost } from './keys.ts';

const KEY = 'sk-test-0123456789';

type Storage = SafeKeysHost['safeStorage'];

function fakeStorage(
  given: {
    available?: boolean;
    backend?: ReturnType<Storage['getSelectedStorageBackend']>;
    rotated?: boolean;
  } = {},
): Storage & { encryptions: number } {
  const turned = (text: string): string => [...text].reverse().join('');
  const storage = {
    encryptions: 0,
    isAsyncEncryptionAvailable: async () => given.available ?? true,
    getSelectedStorageBackend: () => given.backend ?? 'gnome_libsecret',
    async encryptStringAsync(text: string) {
      storage.encryptions++;
      return Buffer.from(`v1${turned(text)}`);
    },
    async decryptStringAsync(encrypted: Buffer) {
      const text = encrypted.toString();
      if (!text.startsWith('v1')) throw new Error('Error while decrypting the ciphertext');
      return { result: turned(text.slice(2)), shouldReEncrypt: given.rotated ?? false };
    },
  };
  return storage;
}

const keysIn = (folder: string, safeStorage: Storage = fakeStorage(), platform: NodeJS.Platform = 'linux') =>
  createSafeKeys({ safeStorage, platform, folder });

describe('keys of the desktop app', () => {
  it('are encrypted by the system, there after a restart, and nowhere in clear', async () => {
    const folder = temporaryFolder('keys');
    const keys = keysIn(folder);
    expect([await keys.keptFor(), await keys.has('a'), await keys.get('a')]).toEqual(['device', false, null]);
    await keys.set('a', KEY);
    await keys.set('b', 'other');
    const again = keysIn(folder);
    expect([await again.has('a'), await again.get('a'), await again.get('b')]).toEqual([true, KEY, 'other']);
    expect(readdirSync(folder)).toEqual(['keys.json']);
    expect(readFileSync(join(folder, 'keys.json'), 'utf8')).not.toContain('0123456789');
    if (process.platform !== 'win32') expect(statSync(join(folder, 'keys.json')).mode & 0o077).toBe(0);
    await again.remove('a');
    expect([await again.has('a'), await again.get('a'), await again.get('b')]).toEqual([
      false,
      null,
      'other',
    ]);
  });

  it.each([
    ['nothing encrypts', fakeStorage({ available: false }), 'darwin'],
    ['Linux has no key ring', fakeStorage({ backend: 'basic_text' }), 'linux'],
    ['Linux does not know yet', fakeStorage({ backend: 'unknown' }), 'linux'],
  ] as const)('stay in memory where %s', async (_, storage, platform) => {
    const folder = join(temporaryFolder('keys'), 'app');
    const keys = keysIn(folder, storage, platform);
    await keys.set('a', KEY);
    expect([await keys.keptFor(), await keys.has('a'), await keys.get('a')]).toEqual(['session', true, KEY]);
    expect(existsSync(folder)).toBe(false);
    expect(await keysIn(folder, storage, platform).has('a')).toBe(false);
    await keys.remove('a');
    expect(await keys.has('a')).toBe(false);
  });

  it('does not ask other systems for the key ring of Linux', async () => {
    expect(
      await keysIn(temporaryFolder('keys'), fakeStorage({ backend: 'unknown' }), 'win32').keptFor(),
    ).toBe('device');
  });

  it('that cannot be unlocked count as missing, and are encrypted anew when the system asks for it', async () => {
    const folder = temporaryFolder('keys');
    await keysIn(folder).set('a', KEY);
    const locked: Storage = {
      ...fakeStorage(),
      decryptStringAsync: () => Promise.reject(new Error('locked')),
    };
    expect([await keysIn(folder, locked).has('a'), await keysIn(folder, locked).get('a')]).toEqual([
      true,
      null,
    ]);
    const rotated = fakeStorage({ rotated: true });
    expect(await keysIn(folder, rotated).get('a')).toBe(KEY);
    expect(rotated.encryptions).toBe(1);
    const gone = keysIn(folder, fakeStorage({ backend: 'basic_text' }));
    expect([await gone.has('a'), await gone.get('a')]).toEqual([false, null]);
  });

  it('says where a key could not be saved, without the key', async () => {
    const folder = join(temporaryFolder('keys'), 'file');
    writeFileSync(folder, 'a file where a folder should be');
    const error = await keysIn(folder)
      .set('a', KEY)
      .catch((reason: unknown) => reason);
    expect(String(error)).toContain(folder);
    expect(String(error)).not.toContain(KEY);
  });
});
