import { DialogramError } from '#shared/contract/errors.ts';
import type { DialogueId, RunId, TurnId } from '#shared/domain/ids.ts';
import { Breather, breathe } from '../../jobs/breather.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { KnownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { sentenceOf } from '../../providers/embeddings/sentence-encoder.ts';
import { type TurnText, turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import {
  agreeOnDimensions,
  beginEncoderRun,
  copyVector,
  type Encodable,
  encodableOtherTurns,
  encodableTurns,
  encoderRun,
  everyTurnOf,
  saveVectors,
} from '../../store/runs/vector-table.ts';

const TEXTS_PER_CHUNK = 32;
const COPIES_PER_CHUNK = 500;

export type TextOfTurn = (history: readonly { readonly text: string }[]) => string;

type EncodeTexts = (texts: readonly string[]) => Promise<Float32Array>;

export interface EncodingWork {
  /** Texts without a vector, each with the turns that have this text. */
  readonly fresh: readonly (readonly [string, readonly TurnId[]])[];
  /** Turns with a vector, each with other turns of the same text that need a copy. */
  readonly known: readonly (readonly [TurnId, readonly TurnId[]])[];
}

interface EncoderToFill extends Pick<KnownEncoder, 'name' | 'fingerprint'> {
  /** Length of a vector; null if it is known only from the first vectors. */
  readonly dimensions: number | null;
}

/** Encodes the turns without a vector, each distinct text once. Continues after an interruption. */
export async function encodeSentences(
  database: WriteDatabase,
  { name, fingerprint, dimensions }: EncoderToFill,
  wanted: (turn: Encodable) => boolean,
  encodeTexts: EncodeTexts,
  context: JobContext,
  textOf: TextOfTurn = sentenceOf,
): Promise<{ readonly texts: number; readonly turns: number }> {
  const run = beginEncoderRun(database, { encoder: name, fingerprint, dimensions: dimensions ?? 0 });
  const turns = encodableTurns(database, run).filter(wanted);
  const texts = await fillRun(database, run, name, turns, encodeTexts, context, textOf);
  return { texts, turns: turns.filter(({ encoded }) => encoded === 0).length };
}

/** Encodes all other turns, including test dialogues: people search them, but they are never examples. */
export async function encodeOtherTurns(
  database: WriteDatabase,
  { name, fingerprint, dimensions }: EncoderToFill,
  encodeTexts: EncodeTexts,
  context: JobContext,
): Promise<{ readonly texts: number; readonly otherTurns: number }> {
  const run = beginEncoderRun(database, {
    encoder: name,
    fingerprint: everyTurnOf(fingerprint),
    dimensions: dimensions ?? 0,
  });
  const otherTurns = encodableOtherTurns(database, {
    turns: encoderRun(database, fingerprint),
    otherTurns: run,
  });
  const texts = await fillRun(database, run, name, otherTurns, encodeTexts, context, sentenceOf);
  return { texts, otherTurns: otherTurns.filter(({ encoded }) => encoded === 0).length };
}

async function fillRun(
  database: WriteDatabase,
  run: RunId,
  name: string,
  wanted: readonly Encodable[],
  encodeTexts: EncodeTexts,
  context: JobContext,
  textOf: TextOfTurn,
): Promise<number> {
  const { fresh, known } = await divideWork(database, wanted, textOf, context.signal);
  for (let start = 0; start < known.length; start += COPIES_PER_CHUNK) {
    database.transaction(() => {
      for (const [from, to] of known.slice(start, start + COPIES_PER_CHUNK))
        copyVector(database, run, from, to);
    })();
    await breathe();
    context.signal.throwIfAborted();
  }
  for (let start = 0; start < fresh.length; start += TEXTS_PER_CHUNK) {
    context.signal.throwIfAborted();
    const chunk = fresh.slice(start, start + TEXTS_PER_CHUNK);
    const vectors = await encodeTexts(chunk.map(([text]) => text));
    keepChunk(database, run, name, chunk, vectors);
    const done = Math.min(fresh.length, start + TEXTS_PER_CHUNK);
    context.report({ phase: 'encoding distinct texts', done, total: fresh.length, unit: 'texts' });
  }
  return fresh.length;
}

function keepChunk(
  database: WriteDatabase,
  run: RunId,
  name: string,
  chunk: EncodingWork['fresh'],
  vectors: Float32Array,
): void {
  const dimensions = vectors.length / chunk.length;
  database.transaction(() => {
    if (!agreeOnDimensions(database, run, dimensions)) {
      throw new DialogramError(
        'INVALID',
        `${name} now returns vectors of a different length: ${dimensions} numbers.`,
        {
          place: 'encoder',
          value: String(dimensions),
          nextStep: 'Give the new model its own name on the server, then choose that name.',
        },
      );
    }
    chunk.forEach(([, [first, ...others]], at) => {
      if (first === undefined) return;
      const vector = vectors.subarray(at * dimensions, (at + 1) * dimensions);
      saveVectors(database, run, { turnIds: Int32Array.of(first), vectors: vector, dimensions }, 0, 1);
      copyVector(database, run, first, others);
    });
  })();
}

/** Returns the turns that are not encoded yet, by text. Other work of the thread can run in between. */
export async function divideWork(
  database: ReadDatabase,
  wanted: readonly Encodable[],
  textOf: TextOfTurn,
  signal: AbortSignal,
): Promise<EncodingWork> {
  const breather = new Breather(signal);
  const missing = new Map<string, TurnId[]>();
  const encoded = new Map<string, TurnId>();
  let dialogue: DialogueId | null = null;
  let turns: readonly TurnText[] = [];
  for (const { dialogue: own, turn, turnId, encoded: isEncoded } of wanted) {
    if (own !== dialogue) {
      if (breather.due) await breather.pause();
      dialogue = own;
      // Uses a reader of its own, so that its cache can be dropped afterwards.
      turns = turnReader(database)(dialogue);
    }
    const text = textOf(turns.slice(0, turn));
    const waiting = missing.get(text);
    if (isEncoded) encoded.set(text, turnId);
    else if (waiting) waiting.push(turnId);
    else missing.set(text, [turnId]);
  }
  const fresh: [string, TurnId[]][] = [];
  const known: [TurnId, TurnId[]][] = [];
  for (const [text, turns] of missing) {
    const from = encoded.get(text);
    if (from === undefined) fresh.push([text, turns]);
    else known.push([from, turns]);
  }
  // Texts of similar length need less padding. The longest come first, so that the remaining time is overestimated.
  fresh.sort(([one], [other]) => other.length - one.length);
  return { fresh, known };
}
