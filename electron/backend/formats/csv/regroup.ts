import { append } from '#shared/domain/append.ts';
import type { Breather } from '../../jobs/breather.ts';
import type { Reading } from '../reading/reading.ts';
import type { CsvItem } from './framer.ts';
import type { CsvLayout } from './layout.ts';
import { type Checkpoint, isSeekable, readCsvRows } from './rows.ts';

/** Stands for the group of a row that belongs to none. */
export const NO_GROUP = 0xffffffff;

const WAITING = 0xffff;
/** The usual maximum of passes over mixed conversations. Beyond this, the memory limit is exceeded instead. */
const PASSES_AIM = 32;
/** The time slice is checked after this many rows. */
const STEP_MASK = 0xffff;

/** Memory limit for the text of rows in incomplete groups. */
const OPEN_BYTES_LIMIT = 64 * 1024 * 1024;

export type CsvRow = Extract<CsvItem, { kind: 'row' }>;

interface RowPlan {
  readonly lines: Uint32Array;
  readonly bytes: Uint32Array;
  readonly groups: Uint32Array;
  readonly groupCount: number;
  readonly checkpoints: readonly Checkpoint[];
}

export interface RowGroup {
  readonly group: number;
  readonly rows: readonly { readonly index: number; readonly row: CsvRow }[];
}

/**
 * Reads the rows again and yields each group after its last row. A pass collects groups that fit into memory together.
 */
export async function* regroup(
  reading: Reading,
  layout: CsvLayout,
  plan: RowPlan,
  openBytesLimit = OPEN_BYTES_LIMIT,
): AsyncGenerator<RowGroup, void, undefined> {
  const passes = await planPasses(plan, openBytesLimit, reading.breather);
  const count = Math.max(1, passes.count);
  for (let pass = 0; pass < passes.count; pass++) {
    const progress = [0.5 + (0.5 * pass) / count, 0.5 + (0.5 * (pass + 1)) / count] as const;
    yield* onePass(reading, { layout, plan, passOf: passes.passOf, pass, progress });
  }
}

interface Pass {
  readonly layout: CsvLayout;
  readonly plan: RowPlan;
  readonly passOf: Uint16Array;
  readonly pass: number;
  readonly progress: readonly [number, number];
}

async function* onePass(reading: Reading, options: Pass): AsyncGenerator<RowGroup, void, undefined> {
  const { plan, passOf, pass } = options;
  const wanted = (index: number): boolean =>
    plan.groups[index] !== NO_GROUP && passOf[plan.groups[index]!] === pass;
  const missing = new Uint32Array(plan.groupCount);
  let first = -1;
  let last = -1;
  for (let index = 0; index < plan.lines.length; index++) {
    if ((index & STEP_MASK) === 0 && reading.breather.due) await reading.breather.pause();
    if (!wanted(index)) continue;
    if (first < 0) first = index;
    last = index;
    missing[plan.groups[index]!]!++;
  }
  if (first < 0) return;
  const from = isSeekable(reading.head) ? checkpointBefore(plan.checkpoints, plan.lines[first]!) : undefined;
  const open = new Map<number, { index: number; row: CsvRow }[]>();
  let index = from ? firstRowFrom(plan.lines, from.line) : 0;
  for await (const items of readCsvRows(reading, {
    layout: options.layout,
    from,
    progress: options.progress,
  })) {
    for (const item of items) {
      if (item.kind !== 'row' || item.line !== plan.lines[index]) continue;
      const here = index++;
      if (!wanted(here)) continue;
      const group = plan.groups[here]!;
      append(open, group, { index: here, row: item });
      if (--missing[group]! > 0) continue;
      yield { group, rows: open.get(group) ?? [] };
      open.delete(group);
      if (reading.breather.due) await reading.breather.pause();
    }
    if (index > last) return;
  }
}

async function planPasses(
  plan: RowPlan,
  openBytesLimit: number,
  breather: Breather,
): Promise<{ passOf: Uint16Array; count: number }> {
  const { groups, bytes, groupCount } = plan;
  const groupBytes = new Float64Array(groupCount);
  const rowsOf = new Uint32Array(groupCount);
  let totalBytes = 0;
  for (let index = 0; index < groups.length; index++) {
    if ((index & STEP_MASK) === 0 && breather.due) await breather.pause();
    if (groups[index] === NO_GROUP) continue;
    groupBytes[groups[index]!]! += bytes[index]!;
    totalBytes += bytes[index]!;
    rowsOf[groups[index]!]!++;
  }
  const limit = Math.max(openBytesLimit, totalBytes / PASSES_AIM);
  const passOf = new Uint16Array(groupCount).fill(WAITING);
  let waiting = rowsOf.reduce((sum, rows) => sum + (rows > 0 ? 1 : 0), 0);
  let count = 0;
  for (; waiting > 0; count++) {
    const left = rowsOf.slice();
    let openBytes = 0;
    for (let index = 0; index < groups.length; index++) {
      if ((index & STEP_MASK) === 0 && breather.due) await breather.pause();
      const group = groups[index]!;
      if (group === NO_GROUP || passOf[group]! < count) continue;
      const first = left[group]!-- === rowsOf[group];
      // A group above the limit gets a pass when no other group is open.
      if (first && (openBytes === 0 || openBytes + groupBytes[group]! <= limit)) {
        passOf[group] = count;
        openBytes += groupBytes[group]!;
        waiting--;
      }
      if (left[group] === 0 && passOf[group] === count) openBytes -= groupBytes[group]!;
    }
  }
  return { passOf, count };
}

function checkpointBefore(checkpoints: readonly Checkpoint[], line: number): Checkpoint | undefined {
  return checkpoints.findLast((checkpoint) => checkpoint.line <= line);
}

function firstRowFrom(lines: Uint32Array, line: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
