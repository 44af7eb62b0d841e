import { dirname, join } from 'node:path';
import { readHead } from '../bytes/head.ts';
import { isRecord } from '../json/fields.ts';
import { readJsonRecords } from '../json/records.ts';
import { actsOf } from '../multiwoz/format.ts';
import { type Reading, readingOf } from '../reading/reading.ts';

/** MultiWOZ 2.2 stores the acts of all splits in one file, next to the splits' folders. */
export const ACTS_FILE = 'dialog_acts.json';

type ActsBeside = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Reads `dialog_acts.json` in the same folder or the one above: `{"ID":{"TURN":{"dialog_act":{…}}}}`. */
export async function actsBeside({ head, options, breather }: Reading): Promise<ActsBeside> {
  const folder = dirname(head.path);
  for (const place of [folder, dirname(folder)]) {
    const acts = new Map<string, ReadonlyMap<string, readonly string[]>>();
    try {
      const other = await readHead(join(place, ACTS_FILE), options.signal);
      const reading = readingOf(other, { ...options, onProgress: undefined });
      for await (const item of readJsonRecords(reading, 'members')) {
        if (breather.due) await breather.pause();
        if (item.kind === 'value' && item.key !== undefined && isRecord(item.value))
          acts.set(item.key, new Map(Object.entries(item.value).flatMap(turnActs)));
      }
      return acts;
    } catch (error) {
      options.signal.throwIfAborted();
      // Without this file, dialogues have no acts.
      if (!(error instanceof Error)) throw error;
    }
  }
  return new Map();
}

const turnActs = ([turn, said]: [string, unknown]): [string, string[]][] =>
  isRecord(said) && isRecord(said.dialog_act) ? [[turn, actsOf(said.dialog_act)]] : [];
