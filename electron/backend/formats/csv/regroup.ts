import type { Reading } from '../reading/reading.ts';
import { RecordsByConversation } from '../reading/records-by-conversation.ts';
import type { CsvItem } from './framer.ts';
import type { CsvLayout } from './layout.ts';
import { readCsvRows } from './rows.ts';

/** Stands for the group of a row that belongs to none. */
export const NO_GROUP = 0xffffffff;

/** The time slice is checked after this many rows. */
const STEP_MASK = 0xffff;

export type CsvRow = Extract<CsvItem, { kind: 'row' }>;

interface RowPlan {
  readonly lines: Uint32Array;
  readonly groups: Uint32Array;
  readonly groupCount: number;
}

export interface RowGroup {
  readonly group: number;
  readonly rows: readonly { readonly index: number; readonly row: CsvRow }[];
}

/** Reads the rows again and yields each group after its last row. */
export async function* regroup(
  reading: Reading,
  layout: CsvLayout,
  { lines, groups, groupCount }: RowPlan,
): AsyncGenerator<RowGroup, void, undefined> {
  const { breather } = reading;
  const missing = new Uint32Array(groupCount);
  let waiting = 0;
  for (let index = 0; index < groups.length; index++) {
    if ((index & STEP_MASK) === 0 && breather.due) await breather.pause();
    const group = groups[index]!;
    if (group !== NO_GROUP && missing[group]!++ === 0) waiting++;
  }
  const open = new RecordsByConversation<RowGroup['rows'][number]>(reading);
  let next = 0;
  try {
    for await (const items of readCsvRows(reading, { layout, progress: [0.5, 1] })) {
      for (const row of items) {
        if (row.kind !== 'row' || row.line !== lines[next]) continue;
        const index = next++;
        const group = groups[index]!;
        if (group === NO_GROUP) continue;
        await open.add(String(group), { index, row }, row.bytes);
        if (--missing[group]! > 0) continue;
        yield { group, rows: open.take(String(group)) };
        if (--waiting === 0) return;
        if (breather.due) await breather.pause();
      }
    }
  } finally {
    open.close();
  }
}
