import { Breather } from '../../jobs/breather.ts';
import { openBytes } from './bytes.ts';
import { countUtf8, type EncodingName, narrowEncoding, type Utf8Count } from './encoding.ts';

/** The number of characters above 0x7F after which the encoding is clear. */
const ENOUGH = 64;

/**
 * Tells UTF-8 from Windows-1252 by the whole file, as far as is needed: a gigabyte of plain ASCII takes about a second.
 */
export async function scanEncoding(path: string, signal: AbortSignal): Promise<EncodingName> {
  const breather = new Breather(signal);
  const source = await openBytes(path, { signal });
  let total: Utf8Count = { sequences: 0, bad: 0, unassigned: 0 };
  let continued = false;
  for await (const chunk of source.chunks()) {
    const count = countUtf8(chunk, continued);
    continued = true;
    total = {
      sequences: total.sequences + count.sequences,
      bad: total.bad + count.bad,
      unassigned: total.unassigned + count.unassigned,
    };
    if (total.sequences + total.bad >= ENOUGH) break;
    if (breather.due) await breather.pause();
  }
  return narrowEncoding(total);
}
