import { DialogramError } from '#shared/contract/errors.ts';
import type { ProviderTest } from '#shared/contract/providers.ts';
import { type ChatRequest, ModelFault, type ModelProvider } from '../../providers/model/model.ts';

const TEST_MS = 60_000;

const plain = (model: string): ChatRequest => ({
  model,
  messages: [{ role: 'user', content: 'Answer with the one word: ready' }],
  temperature: null,
  seed: null,
  // Models that reason before they answer need this much room.
  maxOutputTokens: 500,
  answerSchema: null,
});

const structured = (model: string): ChatRequest => ({
  ...plain(model),
  messages: [{ role: 'user', content: 'Answer with a JSON object whose property "ready" is true.' }],
  answerSchema: {
    name: 'readiness',
    schema: {
      type: 'object',
      properties: { ready: { type: 'boolean' } },
      required: ['ready'],
      additionalProperties: false,
    },
  },
});

const fine = { works: true, fault: null };
const failed = (error: unknown): { works: false; fault: string } => {
  if (error instanceof ModelFault) return { works: false, fault: error.message };
  throw error;
};

/** Converts an error of a model's server to one of the contract. */
export function providerFailed(error: unknown, name: string): unknown {
  if (!(error instanceof ModelFault)) return error;
  const next: Partial<Record<ModelFault['kind'], string>> = {
    unauthorised: 'Check the key and its permissions.',
    'not-found': 'Check the address, which usually ends in /v1, and the name of the model.',
    connection: 'Check that the server runs and that the address is right.',
    timeout: 'Check that the server is not busy loading a model, then try again.',
    'rate-limited': 'Wait a moment, then try again.',
    'bad-answer': 'Check the address, which usually ends in /v1.',
  };
  return new DialogramError('PROVIDER_FAILED', error.message, {
    place: name,
    value: error.kind,
    nextStep: next[error.kind] ?? "Try again. If the test still fails, look at the server's log.",
  });
}

export async function testProvider(
  provider: ModelProvider,
  model: string,
  options: { readonly signal: AbortSignal | undefined; readonly schemaHeld: () => boolean },
): Promise<ProviderTest> {
  const asked = (request: ChatRequest, onText?: (piece: string) => void) => {
    const given = options.signal ? [options.signal] : [];
    return provider.chat(request, {
      signal: AbortSignal.any([...given, AbortSignal.timeout(TEST_MS)]),
      onText,
    });
  };
  const notAsked = { works: false, fault: 'Not tested, because the plain request failed.' };
  const result: ProviderTest = {
    model,
    latencyMs: null,
    chat: fine,
    structured: { ...notAsked, by: null },
    streaming: notAsked,
  };
  try {
    const answer = await asked(plain(model));
    result.latencyMs = answer.latencyMs;
  } catch (error) {
    result.chat = failedInTime(error);
    return result;
  }
  try {
    const { text } = await asked(structured(model));
    result.structured = followsSchema(text)
      ? { ...fine, by: options.schemaHeld() ? 'server' : 'words' }
      : { works: false, fault: 'The answer does not follow the schema.', by: null };
  } catch (error) {
    result.structured = { ...failedInTime(error), by: null };
  }
  let pieces = 0;
  try {
    await asked(plain(model), () => {
      pieces++;
    });
    result.streaming = pieces > 0 ? fine : { works: false, fault: 'The server did not stream the answer.' };
  } catch (error) {
    result.streaming = failedInTime(error);
  }
  return result;
}

function failedInTime(error: unknown): { works: false; fault: string } {
  if ((error as Error).name === 'TimeoutError') {
    return { works: false, fault: `The server did not answer within ${TEST_MS / 1000} s.` };
  }
  return failed(error);
}

function followsSchema(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text.replace(/^```(?:json)?\s*|\s*```$/g, ''));
    return typeof (value as { ready?: unknown } | null)?.ready === 'boolean';
  } catch {
    return false;
  }
}
