import { DialogramError } from '#shared/contract/errors.ts';
import type { AnswerSettings, ColumnAnswer } from '#shared/contract/generation.ts';
import {
  type AgentAccount,
  type AgentGrounds,
  type AgentReply,
  type AgentSpec,
  type AgentTurn,
  accountOfTurns,
  agentKey,
  type FeatureAgent,
  type ModelAnswerer,
  modelOf,
  NO_EXAMPLES,
  type RetrievalAgent,
} from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { requireAgentKind } from '../../agent-kind.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import { askingHostOf } from '../../jobs/run-asking.ts';
import type { AgentCall, Project } from '../../project.ts';
import type { Asker } from '../../providers/requests/ask.ts';
import { answerUsage } from '../../store/models/model-answer-table.ts';
import { type FoundColumn, type IndexTurn, requireAnswerable } from '../comparison/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import { answerableTurns } from '../retrieval/index.ts';
import { type AnswerListener, askForDialogue, askForTurn } from './ask-model.ts';
import {
  CANDIDATES_PER_EXAMPLE,
  createRequestWriter,
  PROMPT_OF_UNIT,
  type RequestWriter,
  shownExamples,
} from './model-request.ts';
import { type AskedDialogue, openTurnSource, requireAsked, type TurnSource } from './turn-source.ts';

interface AnswerOptions extends AnswerListener {
  readonly signal: AbortSignal;
  /** An asker with its budget and account, if it is shared. By default, each answer opens its own. */
  readonly asker?: Asker;
  /** Number of the sample, from 0, if a question is asked several times. */
  readonly sample?: number;
}

interface AnswerRequest {
  /** The tagging run; null means the latest. */
  readonly run: RunId | null;
  readonly dialogue: DialogueId;
  readonly column: RetrievalAgent;
  readonly settings: AnswerSettings;
}

export interface AnswerWithExamples {
  readonly answer: ColumnAnswer;
  readonly found: ReadonlyMap<number, FoundColumn>;
  /** True if the model's server failed; `problem` then says why. */
  readonly failed: boolean;
}

type OneAnswer = Pick<AnswerWithExamples, 'answer' | 'failed'>;

/** @param run the tagging run; null means the latest. Waits for the index if it is not built yet. */
export async function openAnswering(project: Project, run: RunId | null, settings: AnswerSettings) {
  const source = await openTurnSource(project, run);
  return {
    /**
     * If `turn` is null, answers the whole dialogue with its true user turns. If a server fails, the answer has a
     * `problem`.
     * @throws DialogramError INVALID for an unusable turn or agent; NOT_CONSENTED, KEY_MISSING, NOT_FOUND for its
     * provider
     */
    async at(dialogue: DialogueId, turn: number | null, agents: readonly AgentSpec[]) {
      if (turn !== null) requireAnswerable(source.dialogue(dialogue), turn);
      const methods = agents.flatMap((agent) => (agent.kind === undefined ? [agent.method] : []));
      const found =
        turn === null
          ? new Map<string, FoundColumn>()
          : await source.find(dialogue, turn, [...new Set(methods)], settings);
      return async (column: AgentSpec, options: AnswerOptions): Promise<AnswerWithExamples> => {
        if (column.kind !== undefined) {
          const turns = source.heard(dialogue);
          const call = { ...options, dialogues: [dialogue] };
          return { ...(await answerBySteps(project, column, turns, turn, call)), found: new Map() };
        }
        if (turn === null) return answerDialogue(project, { run, dialogue, column, settings }, options);
        const one = found.get(column.method);
        const request = { dialogue, turn, column, settings, found: one };
        return {
          ...(await answerOnce(project, source, request, options)),
          found: new Map(one ? [[turn, one]] : []),
        };
      };
    },
  };
}

/**
 * Answers with an agent of a feature. In a whole dialogue, the agent's own answers replace the true ones.
 * @throws AskingStopped
 */
export async function answerBySteps(
  project: Project,
  column: FeatureAgent,
  turns: readonly AgentTurn[],
  turn: number | null,
  call: AgentCall,
): Promise<OneAnswer> {
  const started = performance.now();
  const agent = await requireAgentKind(project.app, column).open(project, column, call);
  let state = agent.start;
  let reply: AgentReply<AgentGrounds> | null = null;
  const asked: (AgentAccount | undefined)[] = [];
  let problem: string | null = null;
  const answered: ColumnAnswer['turns'] = [];
  const heardTurns = turns.slice(0, turn ?? turns.length);
  for (const [at, said] of heardTurns.entries()) {
    call.signal.throwIfAborted();
    if (agent.hear && turn !== null && at < heardTurns.length - 1) {
      const heard = await agent.hear(state, said);
      state = heard.state;
      asked.push(heard.asked);
      continue;
    }
    if (turn === null && said.role === 'system') {
      answered.push({ turn: at, text: reply?.text ?? null });
      problem ??= reply?.problem ?? null;
    }
    const heard =
      turn === null && said.role === 'system' ? { ...said, text: reply?.text ?? '', tags: [] } : said;
    ({ state, reply } = await agent.step(state, heard));
    asked.push(reply?.asked);
  }
  if (turn !== null) {
    answered.push({ turn, text: reply?.text ?? null });
    problem = reply?.problem ?? null;
  }
  const answer = withoutModel(column, answered, performance.now() - started);
  const account = accountOfTurns(asked);
  const { prompt = [], tokens = null, costUsd = 0, cached = false, waitedMs = 0 } = account ?? {};
  return {
    answer: {
      ...answer,
      latencyMs: answer.latencyMs - waitedMs,
      waitedMs,
      problem,
      prompt: account && [...prompt],
      tokens,
      costUsd,
      cached,
      grounds: turn === null ? null : (reply?.why ?? null),
    },
    failed: account?.failed ?? false,
  };
}

type FoundRequest = Omit<AnswerRequest, 'run'> & {
  readonly turn: number;
  readonly found: FoundColumn | undefined;
};

async function answerOnce(
  project: Project,
  source: TurnSource,
  request: FoundRequest,
  options: AnswerOptions,
): Promise<OneAnswer> {
  const { dialogue, turn, column, settings, found } = request;
  const retrievalMs = found?.milliseconds ?? 0;
  if (column.answerer.kind !== 'model') {
    requireExamples(column);
    const text = wordsOf(source, pickOf(column, found));
    return { answer: withoutModel(column, [{ turn, text }], retrievalMs), failed: false };
  }
  const asked = source.dialogue(dialogue);
  const { writer, version } = requestWriter(project, source, asked, column, found, settings, options.sample);
  return byModel(project, column, version, retrievalMs, options, (ask) => askForTurn(writer, turn, ask));
}

/**
 * Answers a whole dialogue. A model must not see later turns, so it gets the examples for the first answerable turn.
 * @throws the same errors as `Answering.at`
 */
async function answerDialogue(
  project: Project,
  request: AnswerRequest,
  options: AnswerOptions,
): Promise<AnswerWithExamples> {
  const source = await openTurnSource(project, request.run);
  const { column, settings } = request;
  const asked = source.dialogue(request.dialogue);
  const systemTurns = asked.turns.flatMap(({ role }, turn) => (role === 'system' ? [turn] : []));
  const answerable = answerableTurns(asked.turns);
  if (answerable.length === 0) {
    throw new DialogramError('INVALID', `${asked.externalId} has no agent turn that answers a customer.`, {
      place: asked.externalId,
      nextStep: 'Choose another dialogue.',
    });
  }
  const { answerer, method } = column;
  if (answerer.kind !== 'model') {
    requireExamples(column);
    const found = new Map<number, FoundColumn>();
    const turns: { turn: number; text: string | null }[] = [];
    let milliseconds = 0;
    for (const turn of systemTurns) {
      options.signal.throwIfAborted();
      const one = answerable.includes(turn)
        ? (await source.find(asked.id, turn, [method], settings)).get(method)
        : undefined;
      if (one) found.set(turn, one);
      milliseconds += one?.milliseconds ?? 0;
      turns.push({ turn, text: wordsOf(source, pickOf(column, one)) });
    }
    return { answer: withoutModel(column, turns, milliseconds), failed: false, found };
  }
  const wide = { seed: settings.seed, examples: Math.min(50, settings.examples * CANDIDATES_PER_EXAMPLE) };
  const first = required(answerable[0], 'turn to answer');
  const found = (await source.find(asked.id, first, [method], wide)).get(method);
  const { writer, version } = requestWriter(project, source, asked, column, found, settings, options.sample);
  return {
    ...(await byModel(project, column, version, found?.milliseconds ?? 0, options, (ask) =>
      askForDialogue(writer, systemTurns, ask),
    )),
    found: new Map(found ? [[first, found]] : []),
  };
}

export async function previewAnswer(
  project: Project,
  request: Omit<AnswerRequest, 'column'> & { readonly column: AgentSpec; readonly turn: number },
): Promise<{ messages: NonNullable<ColumnAnswer['prompt']>; promptVersion: number }> {
  const { column, settings, dialogue, turn } = request;
  if (column.kind !== undefined) throw nothingSent();
  const whole = settings.unit === 'whole-dialogue';
  requireAsked(project, { run: request.run, dialogue, turn: whole ? null : turn, agent: column });
  const source = await openTurnSource(project, request.run);
  const asked = source.dialogue(dialogue);
  const at = whole ? (answerableTurns(asked.turns)[0] ?? 0) : turn;
  requireAnswerable(asked, at);
  const examples = whole ? Math.min(50, settings.examples * CANDIDATES_PER_EXAMPLE) : settings.examples;
  const found = await source.find(dialogue, at, [column.method], { seed: settings.seed, examples });
  const { writer, version } = requestWriter(
    project,
    source,
    asked,
    column,
    found.get(column.method),
    settings,
  );
  const systemTurns = asked.turns.flatMap(({ role }, index) => (role === 'system' ? [index] : []));
  const { messages } = whole ? writer.dialogue(systemTurns, new Map(), false) : writer.turn(at);
  return { messages: [...messages], promptVersion: version };
}

function requireModel(agent: RetrievalAgent): ModelAnswerer {
  const model = modelOf(agent);
  if (model) return model;
  throw nothingSent();
}

function nothingSent(): DialogramError {
  return new DialogramError('INVALID', 'This column uses no model, so nothing is sent.', {
    place: 'column',
    nextStep: 'Choose a model for this column under “Answer” first.',
  });
}

function requireExamples(column: RetrievalAgent): void {
  if (column.method !== NO_EXAMPLES) return;
  throw new DialogramError('INVALID', 'Without examples, only a model can answer.', {
    place: 'column',
    value: agentKey(column),
    nextStep: 'Choose a model under “Answer”, or a method that finds examples.',
  });
}

function requestWriter(
  project: Project,
  source: TurnSource,
  dialogue: AskedDialogue,
  column: RetrievalAgent,
  found: FoundColumn | undefined,
  settings: AnswerSettings,
  sample = 0,
): { writer: RequestWriter; version: number } {
  const answerer = requireModel(column);
  const name = PROMPT_OF_UNIT[settings.unit];
  const { text, version } = keptPrompt(project.database, project.app.resources, name, settings.promptVersion);
  const writer = createRequestWriter({
    prompt: text,
    answerer,
    provider: project.app.providers.get(answerer.provider),
    dialogue,
    examples: shownExamples(source, dialogue.id, column.method, found, settings),
    settings,
    sample,
  });
  return { writer, version };
}

async function byModel(
  project: Project,
  column: RetrievalAgent,
  promptVersion: number,
  retrievalMs: number,
  options: AnswerOptions,
  ask: (options: Parameters<typeof askForTurn>[2]) => ReturnType<typeof askForTurn>,
): Promise<OneAnswer> {
  const answerer = requireModel(column);
  const { database } = project;
  const asker =
    options.asker ?? (await openInteractiveAsker(askingHostOf(project), answerer, options.signal));
  const started = performance.now();
  const { failed, ...words } = await ask({
    asker,
    usageOf: (hash) => answerUsage(database, hash),
    onPrompt: options.onPrompt,
    onText: options.onText,
    onAgain: options.onAgain,
    onPlace: options.onPlace,
    onSent: options.onSent,
  });
  const latencyMs = retrievalMs + performance.now() - started - words.waitedMs;
  return {
    answer: { key: agentKey(column), column, ...words, promptVersion, latencyMs, grounds: null },
    failed,
  };
}

function withoutModel(column: AgentSpec, turns: ColumnAnswer['turns'], latencyMs: number): ColumnAnswer {
  const lacking = turns.every(({ text }) => text === null);
  return {
    key: agentKey(column),
    column,
    turns,
    waitedMs: 0,
    prompt: null,
    promptVersion: null,
    tokens: null,
    costUsd: 0,
    latencyMs,
    cached: false,
    problem: lacking ? 'No examples were found.' : null,
    grounds: null,
  };
}

function pickOf({ answerer }: RetrievalAgent, found: FoundColumn | undefined): IndexTurn | null {
  return (answerer.kind === 'first' ? found?.candidates[0] : found?.answer) ?? null;
}

function wordsOf(source: TurnSource, turn: IndexTurn | null): string | null {
  return turn && required(source.dialogue(turn.dialogue).turns[turn.turn], `turn ${turn.turn}`).text;
}
