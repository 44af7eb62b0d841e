import { idsIn } from '../file/backups.ts';
import { openDamaged } from './read-page.ts';
import { countReadable } from './salvage-project.ts';

interface Readable {
  readonly readable: { readonly dialogues: number; readonly utterances: number; readonly edits: number };
  /** The data that each backup lacks, in the order of the backups; null for an unreadable backup. */
  readonly missing: readonly ({ readonly dialogues: number; readonly edits: number } | null)[];
}

/** Finds what can be read of a damaged project, and what of it each backup lacks. */
export function readableRows(path: string, backups: readonly string[]): Readable {
  const file = openDamaged(path);
  try {
    const ids = countReadable(file);
    const missing = backups.map((backup) => {
      try {
        const held = idsIn(backup);
        return {
          dialogues: [...ids.dialogues].filter((id) => !held.dialogues.has(id)).length,
          edits: [...ids.edits].filter((id) => !held.edits.has(id)).length,
        };
      } catch {
        return null;
      }
    });
    const readable = {
      dialogues: ids.dialogues.size,
      utterances: ids.utterances,
      edits: ids.edits.size,
    };
    return { readable, missing };
  } finally {
    file.close();
  }
}
