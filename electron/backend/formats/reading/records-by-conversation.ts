import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { translateError } from '../../errors.ts';
import { temporaryPrefix } from '../../machine/temporary-folders.ts';
import { ScratchRecords } from '../../store/scratch/scratch-records.ts';
import { withinDepth } from '../json/fields.ts';
import { WRITABLE_DEPTH } from '../json/values.ts';
import type { Reading } from './reading.ts';

/** Memory limit for records. The process uses about twice as much. */
const HELD_BYTES = 64 * 1024 * 1024;
/** The memory of a record besides its text. */
const RECORD_BYTES = 300;

interface HeldRecords<Kept> {
  readonly records: Kept[];
  bytes: number;
}

/**
 * Groups records by conversation. Above a memory limit, they are written to a file next to the project. `close` deletes
 * this file, and opening the project deletes leftovers of a crash.
 */
export class RecordsByConversation<Kept> {
  readonly #reading: Reading;
  readonly #numbers = new Map<string, number>();
  #held = new Map<number, HeldRecords<Kept>>();
  #heldBytes = 0;
  #next = 0;
  #scratch: { readonly folder: string; readonly records: ScratchRecords } | null = null;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  has(conversation: string): boolean {
    return this.#numbers.has(conversation);
  }

  /** `textBytes` is the size of the record in the file. @throws DialogramError if the disk is full */
  async add(conversation: string, record: Kept, textBytes: number): Promise<void> {
    const number = this.#numbers.get(conversation) ?? this.#next++;
    this.#numbers.set(conversation, number);
    const held = this.#held.get(number) ?? { records: [], bytes: 0 };
    this.#held.set(number, held);
    held.records.push(record);
    held.bytes += textBytes + RECORD_BYTES;
    this.#heldBytes += textBytes + RECORD_BYTES;
    if (this.#heldBytes > (this.#reading.options.heldBytes ?? HELD_BYTES)) await this.#makeRoom();
  }

  /** Every conversation with its records in file order. May be called again. */
  async *all(): AsyncGenerator<{ readonly id: string; readonly records: readonly Kept[] }> {
    const { breather } = this.#reading;
    for (const [id, number] of this.#numbers) {
      if (breather.due) await breather.pause();
      yield { id, records: this.#recordsOf(number) };
    }
  }

  /** Returns the records of a conversation that is complete, and forgets them. */
  take(conversation: string): readonly Kept[] {
    const number = this.#numbers.get(conversation) ?? -1;
    const records = this.#recordsOf(number);
    this.#heldBytes -= this.#held.get(number)?.bytes ?? 0;
    this.#held.delete(number);
    this.#numbers.delete(conversation);
    return records;
  }

  #recordsOf(number: number): readonly Kept[] {
    const written = this.#scratch?.records.of(number).map((record): Kept => JSON.parse(record)) ?? [];
    return [...written, ...(this.#held.get(number)?.records ?? [])];
  }

  close(): void {
    this.#scratch?.records.close();
    if (this.#scratch) rmSync(this.#scratch.folder, { recursive: true, force: true });
    this.#scratch = null;
  }

  async #makeRoom(): Promise<void> {
    const { breather } = this.#reading;
    const { records } = this.#openScratch();
    const stuck = new Map<number, HeldRecords<Kept>>();
    for (const [number, { records: held }] of this.#held) {
      if (breather.due) await breather.pause();
      for (const [index, record] of held.entries()) {
        const text = textOf(record);
        if (text === null) {
          // Later records stay in memory too, so that their order is kept.
          stuck.set(number, { records: held.slice(index), bytes: 0 });
          break;
        }
        this.#onDisk(() => records.write(number, text));
      }
    }
    this.#held = stuck;
    this.#heldBytes = 0;
  }

  #openScratch(): { readonly records: ScratchRecords } {
    this.#scratch ??= this.#onDisk(() => {
      const folder = mkdtempSync(this.#reading.options.scratch ?? temporaryPrefix('query'));
      return { folder, records: new ScratchRecords(join(folder, 'records.sqlite')) };
    });
    return this.#scratch;
  }

  #onDisk<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw translateError(error, this.#scratch?.folder ?? this.#reading.options.scratch ?? tmpdir());
    }
  }
}

/** Returns a record as JSON; null if it is nested so deeply that writing or reading it could overflow the stack. */
const textOf = (record: unknown): string | null =>
  withinDepth(record, WRITABLE_DEPTH) ? JSON.stringify(record) : null;
