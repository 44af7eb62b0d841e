import { mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { answerReader, answerWriter, type KeptAnswer } from '../../store/models/model-answer-table.ts';
import { type CallOutcome, callWriter } from '../../store/models/model-call-table.ts';
import type { ChatAnswer, ChatRequest, ModelFault, ModelProvider } from '../model/model.ts';
import type { Spending } from './budget.ts';
import { costOf, type ModelPrice } from './price.ts';
import { requestHash } from './request-hash.ts';

/** A question to a model, with the dialogues it is about and its maximum cost. */
export interface Question {
  readonly hash: string;
  readonly request: ChatRequest;
  readonly dialogues: readonly DialogueId[];
  readonly most: { readonly input: number; readonly output: number };
  readonly keep?: boolean | undefined;
}

export function questionOf(
  baseUrl: string,
  request: ChatRequest & { readonly maxOutputTokens: number },
  dialogues: readonly DialogueId[],
): Question {
  const { messages, answerSchema, maxOutputTokens: output } = request;
  // A server that does not support schemas also gets the schema in words.
  const schema = answerSchema && JSON.stringify(answerSchema.schema).repeat(2);
  const most = { input: mostInputTokens(messages, schema), output };
  return { hash: requestHash(baseUrl, request), request, dialogues, most };
}

/** Stores answers and account. Each call is one transaction, so that a crash cannot store one without the other. */
export type Ledger = ReturnType<typeof createLedger>;

export interface AttemptCost extends Spending {
  readonly confirmed: boolean;
}

interface Failure {
  readonly outcome: CallOutcome;
  readonly status: number | null;
  readonly message: string | null;
  readonly latencyMs: number;
  /** True if the server may have worked on the request, so that the upper bound counts. */
  readonly charged: boolean;
}

const NOTHING: AttemptCost = { costUsd: 0, tokens: 0, confirmed: true };

export function createLedger(options: {
  readonly database: WriteDatabase;
  readonly provider: Pick<ModelProvider, 'id'>;
  readonly run: RunId;
  readonly price: ModelPrice | null;
}) {
  const { database, provider, run, price } = options;
  const find = answerReader(database);
  const answers = answerWriter(database);
  const call = callWriter(database);
  const note = (
    { dialogues, hash }: Question,
    attempt: number,
    outcome: CallOutcome,
    came: Partial<Parameters<typeof call>[0]> = {},
  ): void =>
    call({
      run,
      dialogue: dialogues[0] ?? null,
      hash,
      attempt,
      outcome,
      status: null,
      inputTokens: null,
      outputTokens: null,
      boundTokens: 0,
      costUsd: 0,
      latencyMs: 0,
      message: null,
      ...came,
    });
  const scaled = (cost: number | null, share: number): number | null => (cost === null ? null : cost * share);

  const most = ({ most: bound }: Question, share = 1): Spending => ({
    costUsd: scaled(costOf(price, bound), share),
    tokens: bound.input + bound.output,
  });

  const kept = database.transaction((question: Question, answer: KeptAnswer): KeptAnswer => {
    answers.link(question.hash, question.dialogues);
    note(question, 0, 'cached');
    return answer;
  });

  const answered = database.transaction(
    (question: Question, attempt: number, answer: ChatAnswer, share = 1): AttemptCost => {
      const bound = most(question, share);
      const used: AttemptCost = answer.usage
        ? {
            costUsd: scaled(costOf(price, answer.usage), share),
            tokens: answer.usage.input + answer.usage.output,
            confirmed: true,
          }
        : { ...bound, confirmed: false };
      const empty = answer.text.trim() === '' && answer.toolCalls === undefined;
      const outcome =
        answer.finish === 'refusal' ? 'refusal' : empty ? 'empty' : share < 1 ? 'batch' : 'done';
      // A refusal or an empty answer is not stored, because another run may get a better one.
      if (question.keep !== false && (outcome === 'done' || outcome === 'batch')) {
        answers.write({
          hash: question.hash,
          provider: provider.id,
          model: question.request.model,
          text: answer.text,
          finish: answer.finish,
          weights: answer.weights,
          inputTokens: answer.usage?.input ?? null,
          outputTokens: answer.usage?.output ?? null,
          dialogues: question.dialogues,
        });
      }
      note(question, attempt, outcome, {
        inputTokens: answer.usage?.input ?? null,
        outputTokens: answer.usage?.output ?? null,
        boundTokens: answer.usage ? 0 : bound.tokens,
        costUsd: used.costUsd,
        latencyMs: answer.latencyMs,
        message: outcome === 'refusal' ? answer.text || null : null,
      });
      return used;
    },
  );

  const toldElsewhere = database.transaction((question: Question, answer: ChatAnswer): AttemptCost => {
    const { usage, text, finish } = answer;
    const used: AttemptCost = usage
      ? { costUsd: costOf(price, usage), tokens: usage.input + usage.output, confirmed: true }
      : NOTHING;
    const tokens = { inputTokens: usage?.input ?? null, outputTokens: usage?.output ?? null };
    if (finish !== 'refusal') {
      const { hash, dialogues, request } = question;
      answers.write({
        hash,
        provider: provider.id,
        model: request.model,
        text,
        finish,
        dialogues,
        ...tokens,
      });
    }
    const message = finish === 'refusal' ? text || null : null;
    note(question, 1, 'elsewhere', { ...tokens, costUsd: used.costUsd, message });
    return used;
  });

  return {
    toldElsewhere,
    /** Returns the cached answer, and records that it was requested again. */
    kept(question: Question) {
      const answer = question.keep === false ? null : find(question.hash);
      return answer && kept(question, answer);
    },
    most,
    answered,
    failed(question: Question, attempt: number, { outcome, status, message, latencyMs, charged }: Failure) {
      const used = charged ? { ...most(question), confirmed: false } : NOTHING;
      const { costUsd, tokens: boundTokens } = used;
      note(question, attempt, outcome, { status, boundTokens, costUsd, latencyMs, message });
      return used;
    },
  };
}

/** Returns true if the server may have worked on the failed attempt and may charge for it. */
export function mayBeCharged(fault: ModelFault): boolean {
  if (fault.kind === 'connection') return fault.sent;
  return fault.kind === 'timeout' || fault.kind === 'bad-answer' || fault.kind === 'too-large';
}
