import type { Random } from '#shared/algorithms/random/random.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breather.ts';
import {
  ModelFault,
  type ProviderBatchItem,
  type ProviderBatchLimits,
  type ProviderBatchOutcome,
  type ProviderBatchPort,
  type ProviderBatchStatus,
} from '../../providers/model/model.ts';
import type { Budget, Reservation } from '../../providers/requests/budget.ts';
import type { Ledger, Question } from '../../providers/requests/ledger.ts';
import { PROVIDER_BATCH_SHARE } from '../../providers/requests/price.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import { type Time, waitBefore } from '../../providers/requests/time.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { answerReader } from '../../store/models/model-answer-table.ts';
import {
  addProviderBatch,
  isOutstanding,
  noteEnded,
  noteStatus,
  noteSubmitted,
  providerBatchesOf,
} from '../../store/models/provider-batch-table.ts';
import { dialoguesLeft } from '../../store/runs/model-tagging-table.ts';
import type { Questioner } from './questions.ts';
import type { RunSettings } from './run-settings.ts';

/** Half of what providers accept, because a file is in memory more than once while it is sent. */
const PROVIDER_BATCH_LIMITS: ProviderBatchLimits = { requests: 50_000, bytes: 100_000_000 };

interface ProviderBatchWork {
  readonly database: WriteDatabase;
  readonly port: ProviderBatchPort;
  readonly run: RunId;
  readonly settings: RunSettings;
  readonly questioner: Questioner;
  readonly ledger: Ledger;
  readonly budget: Budget;
  readonly time: Time;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly limits?: ProviderBatchLimits | undefined;
  report(phase: string, done: number, total: number): void;
}

type QuestionsById = Map<string, Question>;

const MOST_PASSES = 2;
const FIRST_LOOK_MS = 5_000;
const MOST_BETWEEN_LOOKS_MS = 300_000;
/** After this many failed checks in a row, the run pauses. */
const MOST_FAILED_LOOKS = 8;
/** If a batch leaves at most this many requests unanswered, they are sent one by one at full price. */
const FEW = 50;

/**
 * First waits for batches from before a restart. After two passes, the few remaining requests are sent one by one.
 * @throws AskingStopped if the budget is too small, or the provider answers too few requests
 */
export async function runProviderBatches(work: ProviderBatchWork): Promise<void> {
  const { database, run } = work;
  for (const batch of providerBatchesOf(database, run)) {
    // The app ended while it sent this batch, so nobody knows whether the batch arrived.
    if (batch.state === 'submitting' && batch.finishedAt === null) noteEnded(database, batch.id, 'lost');
  }
  let wanted = await collectWanted(work);
  const outstanding = providerBatchesOf(database, run).some(isOutstanding);
  if (outstanding) await awaitProviderBatches(work, wanted, []);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    wanted = await collectWanted(work);
    if (wanted.size === 0) return;
    if (pass > 0 && wanted.size <= FEW) return;
    const { reservations, full } = await submitAll(work, wanted);
    await awaitProviderBatches(work, wanted, reservations);
    if (full) throw full;
  }
  const left = (await collectWanted(work)).size;
  if (left <= FEW) return;
  throw new AskingStopped(
    'provider',
    `${formatAmount(left, 'request')} in the batch files got no answer. Continue the run to submit them again.`,
  );
}

async function* questionsLeft(work: ProviderBatchWork): AsyncGenerator<Question> {
  const { database, run, settings, questioner, signal } = work;
  const readTurns = turnReader(database, false);
  let after: DialogueId | 0 = 0;
  for (;;) {
    const page = dialoguesLeft(database, run, after, settings.lastDialogue, 50);
    if (page.length === 0) return;
    for (const dialogue of page) {
      for (const window of questioner.windows(readTurns(dialogue)).windows) {
        yield questioner.first(dialogue, window);
      }
      after = dialogue;
    }
    await breathe();
    signal.throwIfAborted();
  }
}

async function collectWanted(work: ProviderBatchWork): Promise<QuestionsById> {
  const wanted: QuestionsById = new Map();
  const kept = answerReader(work.database);
  for await (const { hash, request, dialogues, most } of questionsLeft(work)) {
    const same = wanted.get(hash);
    if (same) {
      wanted.set(hash, { ...same, dialogues: [...same.dialogues, ...dialogues] });
    } else if (kept(hash) === null) {
      wanted.set(hash, { hash, request: { ...request, messages: [] }, dialogues, most });
    }
  }
  return wanted;
}

async function submitAll(work: ProviderBatchWork, wanted: QuestionsById) {
  const limits = work.limits ?? PROVIDER_BATCH_LIMITS;
  const reservations: Reservation[] = [];
  const handedIn = new Set<string>();
  let items: ProviderBatchItem[] = [];
  let bytes = 0;
  let usd = 0;
  let tokens = 0;
  let priced = true;
  let full: AskingStopped | null = null;
  const submit = async (): Promise<void> => {
    if (items.length === 0) return;
    const most = { costUsd: priced ? usd : null, tokens };
    const file = items;
    [items, bytes, usd, tokens] = [[], 0, 0, 0];
    reservations.push(await work.budget.reserve(most, work.signal));
    await submitFile(work, file);
    work.report('submitting batch files', handedIn.size, wanted.size);
  };
  for await (const question of questionsLeft(work)) {
    if (!wanted.has(question.hash) || handedIn.has(question.hash)) continue;
    const most = work.ledger.most(question, PROVIDER_BATCH_SHARE);
    const size = Buffer.byteLength(JSON.stringify(question.request)) + 300;
    if (items.length > 0 && (items.length >= limits.requests || bytes + size > limits.bytes)) await submit();
    const room = work.budget.left();
    priced &&= most.costUsd !== null;
    if (
      (room.usd !== null && usd + (most.costUsd ?? 0) > room.usd) ||
      (room.tokens !== null && tokens + most.tokens > room.tokens)
    ) {
      full = new AskingStopped('budget', 'The budget is too small for the remaining batch files.');
      break;
    }
    items.push({ id: question.hash, request: question.request });
    handedIn.add(question.hash);
    bytes += size;
    usd += most.costUsd ?? 0;
    tokens += most.tokens;
  }
  await submit();
  return { reservations, full };
}

async function submitFile(work: ProviderBatchWork, items: readonly ProviderBatchItem[]): Promise<void> {
  const { database, port, run, settings, signal, time, random } = work;
  const id = addProviderBatch(database, run, settings.provider, items.length);
  for (let attempt = 1; ; attempt++) {
    try {
      noteSubmitted(database, id, await port.submit(items, { signal }));
      return;
    } catch (error) {
      // After a lost connection, the batch may have arrived. Sending it again might cost twice.
      const again =
        error instanceof ModelFault &&
        (error.kind === 'rate-limited' || error.kind === 'server') &&
        attempt < 5;
      if (!again) {
        noteEnded(database, id, error instanceof ModelFault && error.status !== null ? 'failed' : 'lost');
        throw error instanceof ModelFault ? new AskingStopped('provider', error.message, error) : error;
      }
      await time.sleep(waitBefore(attempt, error.retryAfterMs, random), signal);
    }
  }
}

/** Checks the batches in growing intervals until all have ended, and stores their answers. */
async function awaitProviderBatches(
  work: ProviderBatchWork,
  wanted: QuestionsById,
  reservations: readonly Reservation[],
): Promise<void> {
  const { database, run, port, signal, time } = work;
  let pause = FIRST_LOOK_MS;
  let failedLooks = 0;
  let complaint: string | null = null;
  try {
    for (;;) {
      const open = providerBatchesOf(database, run).filter(isOutstanding);
      if (open.length === 0) break;
      let answered = 0;
      let total = 0;
      for (const batch of open) {
        try {
          const status = await port.status(batch.remoteId ?? '', { signal });
          noteStatus(database, batch.id, status);
          answered += status.completed + status.failed;
          total += status.total;
          if (status.state === 'validating' || status.state === 'running') continue;
          await keepOutcomes(work, wanted, status);
          noteEnded(database, batch.id, status.state);
          if (status.state !== 'done') complaint = status.message ?? `The batch is ${status.state}.`;
          failedLooks = 0;
        } catch (error) {
          if (!(error instanceof ModelFault)) throw error;
          if (!error.retryable || ++failedLooks >= MOST_FAILED_LOOKS) {
            throw new AskingStopped('provider', error.message, error);
          }
        }
      }
      work.report('waiting for batch files', answered, total);
      if (providerBatchesOf(database, run).some(isOutstanding)) await time.sleep(pause, signal);
      pause = Math.min(MOST_BETWEEN_LOOKS_MS, pause * 1.5);
    }
  } finally {
    // The actual use has been booked by now. Unanswered requests cost nothing.
    for (const reservation of reservations) reservation.settle({ costUsd: 0, tokens: 0 });
  }
  if (complaint !== null)
    throw new AskingStopped('provider', `The provider ended a batch file: ${complaint}`);
}

const OUTCOMES_PER_STEP = 100;

async function keepOutcomes(
  work: ProviderBatchWork,
  wanted: QuestionsById,
  status: ProviderBatchStatus,
): Promise<void> {
  const { ledger, port, signal } = work;
  const outcomes: readonly ProviderBatchOutcome[] = await port.outcomes(status, { signal });
  for (let start = 0; start < outcomes.length; start += OUTCOMES_PER_STEP) {
    for (const outcome of outcomes.slice(start, start + OUTCOMES_PER_STEP)) {
      const question = wanted.get(outcome.id);
      // The answer was stored before a restart, or is not ours.
      if (!question) continue;
      wanted.delete(outcome.id);
      if ('answer' in outcome) {
        work.budget.book(ledger.answered(question, 1, outcome.answer, PROVIDER_BATCH_SHARE));
      } else {
        const { kind, status: httpStatus, message } = outcome.fault;
        ledger.failed(question, 1, {
          outcome: kind,
          status: httpStatus,
          message,
          latencyMs: 0,
          charged: false,
        });
      }
    }
    await breathe();
    signal.throwIfAborted();
  }
}
