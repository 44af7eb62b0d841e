import { closeSync, openSync, writeFileSync } from 'node:fs';
import { type OutputTarget, writeOutput } from './target.ts';

/** Writes an export: the whole file or nothing. */
export const writeWhole = (
  target: OutputTarget,
  text: string | Uint8Array,
): { path: string; bytes: number } => writeOutput(target, (temporary) => writeFileSync(temporary, text));

const CHUNK_CHARACTERS = 1 << 18;

/** The same for a file that is written piece by piece because it may be long. */
export function writeInPieces(
  target: OutputTarget,
  pieces: Iterable<string>,
): { path: string; bytes: number } {
  return writeOutput(target, (temporary) => {
    const file = openSync(temporary, 'w');
    try {
      let text = '';
      for (const piece of pieces) {
        text += piece;
        if (text.length < CHUNK_CHARACTERS) continue;
        // Appends until the whole chunk is written, since one write may be partial.
        writeFileSync(file, text);
        text = '';
      }
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
  });
}
