import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

export interface SettingsFile<Value> {
  read(): Value;
  /** Replaces the whole file or leaves it unchanged. Warns if the folder cannot be written. */
  write(value: Value): void;
}

/** If the file is missing or damaged, the settings are `fallback`. Without a folder, they are kept in memory. */
export function settingsFile<Value>(
  folder: string | null,
  name: string,
  schema: z.ZodType<Value>,
  fallback: Value,
): SettingsFile<Value> {
  if (folder === null) {
    let kept = fallback;
    return {
      read: () => kept,
      write(value) {
        kept = value;
      },
    };
  }
  const file = join(folder, name);
  return {
    read() {
      try {
        return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        return fallback;
      }
    },
    write(value) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(`${file}.new`, JSON.stringify(value, null, 2), { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch (error) {
        console.warn(`${name} could not be saved in ${folder}: ${String(error)}`);
      }
    },
  };
}
