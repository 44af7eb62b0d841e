import type { OpenAI } from 'openai';
import { z } from 'zod';
import { parsedOrNull, readCompletion } from './chat-answer.ts';
import type { FaultPlace } from './faults.ts';
import {
  type ChatRequest,
  kindOfStatus,
  ModelFault,
  type ProviderBatchOutcome,
  type ProviderBatchPort,
  type ProviderBatchStatus,
} from './model.ts';
import { scrub } from './scrub.ts';

/** The maximum number of characters of an answer in a batch file. */
const LINE_CHARACTERS = 8 * 2 ** 20;

const STATES: Readonly<Record<string, ProviderBatchStatus['state']>> = {
  validating: 'validating',
  in_progress: 'running',
  finalizing: 'running',
  cancelling: 'running',
  completed: 'done',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
};

const batchSchema = z.object({
  id: z.string(),
  status: z.string(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  request_counts: z.object({ total: z.number(), completed: z.number(), failed: z.number() }).nullish(),
  errors: z.object({ data: z.array(z.object({ message: z.string().nullish() })).nullish() }).nullish(),
});

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});
const errorBodySchema = z.object({ error: z.object({ message: z.string(), code: z.string().nullish() }) });

interface ProviderBatchPortOptions {
  readonly client: OpenAI;
  readonly place: FaultPlace;
  attempt<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result>;
  bodyOf(request: ChatRequest): object;
  readonly endpoint: string;
}

/** Submits and reads batch files of the API. They have one request per line, and the answers come within a day. */
export function createProviderBatchPort({
  client,
  place,
  attempt,
  bodyOf,
  endpoint,
}: ProviderBatchPortOptions): ProviderBatchPort {
  return {
    submit: (items, { signal }) =>
      attempt(signal, async () => {
        const lines = items.map((item) =>
          JSON.stringify({ custom_id: item.id, method: 'POST', url: endpoint, body: bodyOf(item.request) }),
        );
        const file = await client.files.create(
          { file: new File([`${lines.join('\n')}\n`], 'dialogram.jsonl'), purpose: 'batch' },
          { signal },
        );
        const inputFile = z.object({ id: z.string() }).parse(file).id;
        const batch = await client.post('/batches', {
          body: { input_file_id: inputFile, endpoint, completion_window: '24h' },
          signal,
        });
        return { remoteId: batchSchema.parse(batch).id, inputFile };
      }),
    status: (remoteId, { signal }) =>
      attempt(signal, async () =>
        statusOf(batchSchema.parse(await client.batches.retrieve(remoteId, { signal })), place),
      ),
    outcomes: (status, { signal }) =>
      attempt(signal, async () => {
        const outcomes = new Map<string, ProviderBatchOutcome>();
        for (const file of [status.outputFile, status.errorFile]) {
          if (file === null) continue;
          const response = await client.files.content(file, { signal });
          for await (const line of linesOf(response)) {
            const outcome = outcomeOf(line, place);
            // If a request has two answers, the first one counts.
            if (outcome && !outcomes.has(outcome.id)) outcomes.set(outcome.id, outcome);
          }
        }
        return [...outcomes.values()];
      }),
    cancel: (remoteId, { signal }) =>
      attempt(signal, async () => {
        await client.batches.cancel(remoteId, { signal });
      }),
  };
}

function statusOf(batch: z.infer<typeof batchSchema>, place: FaultPlace): ProviderBatchStatus {
  const state = STATES[batch.status];
  if (!state)
    throw new ModelFault(
      'bad-answer',
      `${place.host} says the batch is "${scrub(batch.status, place.key)}".`,
    );
  const words = (batch.errors?.data ?? []).flatMap((error) => error.message ?? []).join(' ');
  return {
    state,
    completed: batch.request_counts?.completed ?? 0,
    failed: batch.request_counts?.failed ?? 0,
    total: batch.request_counts?.total ?? 0,
    outputFile: batch.output_file_id ?? null,
    errorFile: batch.error_file_id ?? null,
    message: words === '' ? null : scrub(words, place.key),
  };
}

/** Returns the outcome of the request that a line answers; null if the line names no request. */
export function outcomeOf(text: string, place: FaultPlace): ProviderBatchOutcome | null {
  const parsed = lineSchema.safeParse(parsedOrNull(text));
  if (!parsed.success) return null;
  const { custom_id: id, response, error } = parsed.data;
  try {
    if (response && response.status_code < 400) return { id, answer: readCompletion(response.body, 0) };
  } catch (fault) {
    if (fault instanceof ModelFault) return { id, fault };
    throw fault;
  }
  const body = errorBodySchema.safeParse(response?.body);
  const said = body.success ? body.data.error : error;
  const words = scrub(said?.message ?? 'The provider gave no reason.', place.key);
  const status = response?.status_code;
  // If there is no status, the request never ran, because it expired or was canceled with its batch.
  const kind = status === undefined ? 'server' : kindOfStatus(status, said?.code ?? null);
  return {
    id,
    fault: new ModelFault(
      kind,
      `${place.host} could not answer: ${words}`,
      status === undefined ? {} : { status },
    ),
  };
}

/** Yields a file's lines as they arrive, so that the whole file is never in memory. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of response.body) {
    rest += decoder.decode(piece, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
    if (rest.length > LINE_CHARACTERS)
      throw new ModelFault('too-large', 'A line in the batch is too long for an answer.');
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}
