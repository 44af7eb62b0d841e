import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { answerSettingsSchema } from '#shared/contract/generation.ts';
import { type ServeSettings, type ServeStatus, serveContract } from '#shared/contract/serve.ts';
import { NO_EXAMPLES } from '#shared/domain/agent.ts';
import { isCancellation } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { askingHostOf, priceWithin } from '../../jobs/run-asking.ts';
import { isLocalHost, sameSecret } from '../../machine/local-requests.ts';
import { type Project, projectService } from '../../project.ts';
import { createBudget } from '../../providers/requests/budget.ts';
import { createQueue } from '../../providers/requests/queue.ts';
import { realTime } from '../../providers/requests/time.ts';
import { corpusFingerprint } from '../../store/corpus/dialogue-table.ts';
import { finishRun, startRun } from '../../store/runs/run-table.ts';
import { retrievalIndex, sentenceVectors } from '../comparison/index.ts';
import { originOf, requireOrigin, STATE_METHOD } from '../conversation/index.ts';
import { methodsOfPrompt } from '../prompts/index.ts';
import { comparedMethodsNamed } from '../retrieval/index.ts';
import { EXAMPLES_PROMPT, jsonOf, type ServeHost, sendError, sendJson, tokenOf } from './answer-chat.ts';
import { ApiError, messagesSchema, readBody, readChatBody, spokenTurns, toApiError } from './chat-body.ts';
import { sendChat } from './send-chat.ts';
import { answererOf, methodsOf, modelNames, shown, standingOf, unknownModel } from './served-models.ts';

const routeBodySchema = z.object({
  messages: messagesSchema,
  method: z.string().optional(),
  examples: z.int().min(1).max(50).optional(),
});

/** Returns a conversation's state, the possible next moves and examples. Asks no model. */
async function answerRoute(project: Project, settings: ServeSettings, value: unknown): Promise<object> {
  const started = performance.now();
  const body = readBody(routeBodySchema, value);
  if (body.method !== undefined && !methodsOf(project).includes(body.method))
    throw new ApiError(
      404,
      'method_not_found',
      `There is no method "${body.method}". The methods are ${methodsOf(project).join(', ')}.`,
      { param: 'method' },
    );
  const { automaton, masking, seed } = settings;
  const method = body.method ?? settings.method;
  const showing = {
    ...answerSettingsSchema.parse({ examples: body.examples ?? settings.examples, seed }),
    masking,
    automaton,
    method: method === NO_EXAMPLES ? STATE_METHOD : method,
  };
  const { origin, live, corpus, walk, next, found } = await standingOf(
    project,
    spokenTurns(body.messages),
    showing,
  );
  const { state, ...place } = live.placeOf(walk.state);
  const examples = method === NO_EXAMPLES ? [] : shown(project, found.items, showing, live.learner);
  const places = new Map(found.items.map((item) => [item.dialogue, item]));
  const answered = method === NO_EXAMPLES ? null : found.answer;
  return {
    automaton: origin.automaton,
    learner: live.learner,
    state: { number: state, ...place },
    path: walk.path.map(({ state: to, symbol: { role, tag } }) => ({ state: to, role, tag })),
    offTheMap: walk.sentences,
    next: next.tags,
    of: next.of,
    ends: next.ends,
    method,
    examples: examples.map(({ dialogue, turns }) => {
      const { externalId = null, source = null, turn = null, tags = [] } = places.get(dialogue) ?? {};
      return {
        dialogue: externalId,
        source,
        turn,
        tags,
        turns: turns.map(({ role, text }) => ({ role, text })),
      };
    }),
    answer: answered && corpus.answer(answered),
    remark: found.remark,
    milliseconds: Math.round((performance.now() - started) * 10) / 10,
  };
}

interface Open {
  readonly server: Server;
  /** Aborts running requests. */
  readonly closing: AbortController;
  readonly served: () => ServeStatus;
}

/** The endpoint through which other programs on this machine use an open project. It closes with the project. */
function createEndpoint(project: Project) {
  let open: Open | null = null;
  let starting: AbortController | null = null;
  return {
    /**
     * Starts the endpoint.
     * @throws DialogramError BUSY if it is already running, CANCELLED if it is stopped while it starts
     */
    async start(settings: ServeSettings) {
      if (open) {
        throw new DialogramError('BUSY', 'The project is already being served to other programs.', {
          value: open.served().address,
          nextStep: 'Stop serving it first.',
        });
      }
      if (starting) {
        throw new DialogramError('BUSY', 'Dialogram is already starting to serve this project.', {
          nextStep: 'Wait a moment, or cancel in the window where you started serving.',
        });
      }
      const own = new AbortController();
      starting = own;
      try {
        const model = await checked(project, settings);
        own.signal.throwIfAborted();
        const token = settings.token ?? randomBytes(24).toString('base64url');
        const made = await listen(project, settings, token, model);
        if (own.signal.aborted) await shut(made);
        own.signal.throwIfAborted();
        open = made;
        return { token, models: modelNames(project, settings), served: made.served() };
      } finally {
        if (starting === own) starting = null;
      }
    },
    status: () => open?.served() ?? null,
    async stop() {
      // Stops a start in progress, because nobody would receive its token.
      starting?.abort(new DialogramError('CANCELLED', 'The project is not being served to other programs.'));
      starting = null;
      const before = open;
      if (!before) return null;
      open = null;
      await shut(before);
      return before.served();
    },
  };
}

async function shut({ server, closing }: Open): Promise<void> {
  closing.abort();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Other paths of this API that clients may request. The text completes the error message. */
const REFUSED: Readonly<Record<string, string>> = {
  '/embeddings': '; it offers no embeddings; request them from the model’s server',
  '/responses': '; it does not support the Responses API; set your client to chat completions',
  '/completions': '; set your client to chat completions',
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ApiError(
      400,
      'invalid_address',
      `"${part}" cannot be part of an address. A % must be followed by two hexadecimal digits.`,
    );
  }
}

const endpoint = projectService(createEndpoint, async (made) => void (await made.stop()));

/** Refuses settings with which every request would fail. Returns the default model, or null. */
async function checked(project: Project, settings: ServeSettings): Promise<string | null> {
  const { database, app } = project;
  const usual = answererOf(project, settings);
  if (usual) {
    await app.providers.open(usual.provider);
    priceWithin(askingHostOf(project), usual, settings);
  }
  const { method, automaton } = settings;
  if (method === STATE_METHOD) requireOrigin(database, automaton);
  else if (method !== NO_EXAMPLES) {
    const origin = originOf(database, automaton);
    const methods = comparedMethodsNamed([method], project.use(sentenceVectors).ready());
    const index = await project.use(retrievalIndex).ensure(origin?.tagging.id ?? null);
    // The first question builds everything that the method needs.
    await index.ask({ history: [], rankingTags: null, key: '', methods, examples: 1, seed: settings.seed });
  }
  return usual?.model ?? null;
}

async function listen(
  project: Project,
  settings: ServeSettings,
  token: string,
  model: string | null,
): Promise<Open> {
  const { database } = project;
  const since = new Date().toISOString();
  const closing = new AbortController();
  const budget = createBudget(
    { usd: settings.budgetUsd, tokens: settings.budgetTokens },
    { costUsd: 0, tokens: 0 },
  );
  // This run cannot be continued, so it is finished from the start. It only stores the account.
  const run = startRun(database, {
    kind: 'generation',
    params: { use: 'endpoint', method: settings.method },
    seed: settings.seed,
    inputFingerprint: corpusFingerprint(database),
    startedAt: since,
  });
  finishRun(database, run, since, {});
  const host: ServeHost = { project, settings, run, budget };
  const line = createQueue(settings.concurrency, realTime);
  const counts = { requests: 0, failed: 0, running: 0, waiting: 0 };

  /** Runs `work` within the limits of the endpoint. If the client disconnects, the work is aborted. */
  const inTurn = async (
    response: ServerResponse,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    if (counts.waiting >= settings.waiting && counts.running >= settings.concurrency) {
      throw new ApiError(503, 'busy', `${counts.waiting} requests are already waiting. Try again later.`, {
        retryAfterS: 2,
      });
    }
    const left = new AbortController();
    response.once('close', () => left.abort());
    if (response.destroyed) return;
    const signal = AbortSignal.any([
      left.signal,
      closing.signal,
      AbortSignal.timeout(settings.seconds * 1000),
    ]);
    let waits = true;
    counts.waiting++;
    try {
      await line.run(signal, async () => {
        waits = false;
        counts.waiting--;
        counts.running++;
        try {
          await work(signal);
        } finally {
          counts.running--;
        }
      });
    } finally {
      if (waits) counts.waiting--;
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isLocalHost(request))
      throw new ApiError(403, 'foreign_host', 'This endpoint only answers requests to its own address.');
    const given = tokenOf(request);
    if (given === null || !sameSecret(given, token)) {
      throw new ApiError(401, 'invalid_api_key', 'Send the token of this endpoint as the API key.', {
        type: 'authentication_error',
      });
    }
    counts.requests++;
    const [address = ''] = (request.url ?? '').split('?');
    const path = address.replace(/^\/v1(?=\/)/, '');
    const asked = `${request.method} ${path}`;
    if (request.method === 'GET' && /^\/models(\/|$)/.test(path)) {
      const models = modelNames(project, settings).map((id) => ({
        id,
        object: 'model',
        created: Math.floor(Date.parse(since) / 1000),
        owned_by: 'dialogram',
      }));
      const wanted = path === '/models' ? null : decoded(path.slice('/models/'.length));
      const found =
        wanted === null ? { object: 'list', data: models } : models.find(({ id }) => id === wanted);
      if (!found) throw unknownModel(project, settings, wanted ?? '');
      sendJson(response, 200, found);
    } else if (asked === 'POST /chat/completions') {
      const body = readChatBody(await jsonOf(request));
      await inTurn(response, (signal) => sendChat(host, body, response, signal));
    } else if (asked === 'POST /route') {
      const body = await jsonOf(request);
      await inTurn(response, async () => sendJson(response, 200, await answerRoute(project, settings, body)));
    } else
      throw new ApiError(
        404,
        'not_found',
        `There is nothing at ${request.method} ${address}. This endpoint answers GET /v1/models, POST /v1/chat/completions and POST /v1/route${REFUSED[path] ?? ''}.`,
      );
  };

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.destroyed || isCancellation(error)) return;
      const told = toApiError(error);
      counts.failed++;
      if (told.status === 500) console.error(error);
      sendError(response, told);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' || error.code === 'EACCES' ? portTaken(settings.port, error) : error,
      ),
    );
    server.listen(settings.port, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    server,
    closing,
    served: () => ({ address, since, method: settings.method, model, ...counts, ...budget.spent() }),
  };
}

const portTaken = (port: number, cause: Error): DialogramError =>
  Object.assign(
    new DialogramError('INVALID', `Port ${port} cannot be used on this machine.`, {
      place: 'port',
      value: String(port),
      nextStep: 'Choose another port, or leave it out to use any free one.',
    }),
    { cause },
  );

export const feature = defineFeature({
  contract: serveContract,
  methods: {
    start: ({ input, project }) => project.use(endpoint).start(input),
    status: ({ project }) => project.use(endpoint).status(),
    stop: ({ project }) => project.use(endpoint).stop(),
    ...methodsOfPrompt(EXAMPLES_PROMPT),
  },
});
