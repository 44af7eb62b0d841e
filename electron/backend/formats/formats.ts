import type { ImportFormat } from '#shared/domain/import-formats.ts';
import { chatJsonl } from './chat-jsonl/format.ts';
import type { Format } from './format.ts';
import { longCsv } from './long-csv/format.ts';
import { neutral } from './neutral/format.ts';
import { twcs } from './twcs/format.ts';

/** All formats. Where a file fits several alike, the first is taken. */
export const FORMATS: Readonly<Record<ImportFormat, Format>> = {
  neutral,
  'chat-jsonl': chatJsonl,
  twcs,
  'long-csv': longCsv,
};
