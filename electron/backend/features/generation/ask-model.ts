import { readTurn, readTurns } from '#shared/algorithms/generation/read-answer.ts';
import type { PromptMessage } from '#shared/algorithms/model-tagging/messages.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { ColumnAnswer } from '#shared/contract/generation.ts';
import type { AgentAccount, ModelAnswerer } from '#shared/domain/agent.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import { askingHostOf } from '../../jobs/run-asking.ts';
import type { AgentCall, Project } from '../../project.ts';
import type { ChatRequest, ContextRoom, TokenUsage } from '../../providers/model/model.ts';
import type { Asker, Outcome } from '../../providers/requests/ask.ts';
import { type AttemptCost, questionOf } from '../../providers/requests/ledger.ts';
import type { InLine } from '../../providers/requests/queue.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import { createWaitClock } from '../../providers/requests/wait-clock.ts';
import { answerUsage } from '../../store/models/model-answer-table.ts';
import type { DraftedRequest, RequestWriter } from './model-request.ts';

export interface AnswerListener extends Pick<InLine, 'onPlace' | 'onSent'> {
  /** Called before messages are sent, and once more if missing lines are requested. */
  readonly onPrompt?: (messages: NonNullable<ColumnAnswer['prompt']>) => void;
  readonly onText?: (piece: string) => void;
  /** Called before another attempt or request. The text so far is then discarded. */
  readonly onAgain?: () => void;
}

interface ModelWords {
  readonly turns: ColumnAnswer['turns'];
  readonly prompt: NonNullable<ColumnAnswer['prompt']>;
  readonly tokens: ColumnAnswer['tokens'];
  readonly costUsd: number | null;
  readonly cached: boolean;
  readonly problem: string | null;
  readonly failed: boolean;
  readonly waitedMs: number;
}

interface AskOptions extends AnswerListener {
  readonly asker: Asker;
  readonly usageOf: (hash: string) => TokenUsage | null;
}

interface ModelText {
  readonly text: string | null;
  readonly cutOff: boolean;
  readonly problem: string | null;
  readonly room?: ContextRoom | null;
  readonly heard: Outcome | null;
}

/** Sends requests one by one and adds up their cost. */
export function createTelling({ asker, usageOf, ...listener }: AskOptions) {
  let tokens: TokenUsage | null = { input: 0, output: 0 };
  let costUsd: number | null = 0;
  let cached = true;
  let failed = false;
  let passedMs = 0;
  const clock = createWaitClock(listener);
  const prompt: NonNullable<ColumnAnswer['prompt']>[number][] = [];
  const count = (usage: TokenUsage | null): void => {
    tokens = tokens && usage && { input: tokens.input + usage.input, output: tokens.output + usage.output };
  };
  /** Adds the cost of a request. Until the server confirms it, the upper bound is used. */
  const pay = ({ costUsd: cost, confirmed, tokens: taken }: AttemptCost): void => {
    costUsd = costUsd === null || cost === null || !confirmed ? null : costUsd + cost;
    if (taken > 0 && !confirmed) tokens = null;
  };
  const say = async ({
    messages,
    question,
  }: Pick<DraftedRequest, 'messages' | 'question'>): Promise<ModelText> => {
    const sent = messages.map(({ role, content }) => ({ role, content }));
    prompt.push(...sent);
    listener.onPrompt?.(sent);
    const started = performance.now();
    try {
      const outcome = await asker.ask(question, {
        onText: (piece) => listener.onText?.(piece),
        onAgain: () => listener.onAgain?.(),
        onSpent: pay,
        onPlace: clock.onPlace,
        onSent: clock.onSent,
      });
      if (outcome.kind === 'fault') {
        failed = true;
        cached = false;
        const { message, room } = outcome.fault;
        return { text: null, cutOff: false, problem: message, room, heard: outcome };
      }
      if (!outcome.cached) cached = false;
      count(outcome.cached ? usageOf(question.hash) : outcome.usage);
      const { text, finish } = outcome.answer;
      const nothing = (problem: string): ModelText => ({
        text: null,
        cutOff: false,
        problem,
        heard: outcome,
      });
      if (finish === 'refusal') return nothing('The model refused to answer.');
      if (text.trim() === '') return nothing('The answer was empty.');
      if (outcome.cached) listener.onText?.(text);
      const cutOff = finish === 'length';
      const most = question.request.maxOutputTokens;
      const problem = cutOff ? `The answer was cut off at ${most} tokens.` : null;
      return { text, cutOff, problem, heard: outcome };
    } catch (error) {
      if (!(error instanceof AskingStopped)) throw error;
      // If the budget is reached or the server refuses everything, callers with many requests must stop.
      if (error.code === 'budget') throw error;
      failed = true;
      cached = false;
      const { message, fault } = error;
      const heard: Outcome | null = fault && { kind: 'fault', fault };
      return { text: null, cutOff: false, problem: message, heard };
    } finally {
      passedMs += performance.now() - started;
    }
  };
  /** Sends a request. If it is too long for the model and the server states the limit, sends a shorter one. */
  const sayWhatFits = async (draft: DraftedRequest): Promise<ModelText> => {
    const said = await say(draft);
    const shorter = said.room ? draft.shorter?.(said.room) : null;
    if (!shorter) return said;
    prompt.splice(-draft.messages.length);
    failed = false;
    listener.onAgain?.();
    return sayWhatFits(shorter);
  };
  const account = () => {
    const waitedMs = clock.waitedMs();
    return {
      ...{ prompt, tokens, costUsd, cached, failed, waitedMs },
      latencyMs: Math.max(0, passedMs - waitedMs),
    };
  };
  return { say: sayWhatFits, account };
}

/** Asks a model for one turn. @throws AskingStopped if the budget is reached; the signal's reason if aborted */
export async function askForTurn(
  writer: RequestWriter,
  turn: number,
  options: AskOptions,
): Promise<ModelWords> {
  const { say, account } = createTelling(options);
  const { text, problem } = await say(writer.turn(turn));
  const read = text === null ? null : writer.unmask(readTurn(text));
  return {
    ...account(),
    turns: [{ turn, text: read === '' ? null : read }],
    problem: problem ?? (read === '' ? 'The answer was empty.' : null),
  };
}

/** Asks for all system turns of a dialogue at once, and for missing lines again. @throws the errors of `askForTurn` */
export async function askForDialogue(
  writer: RequestWriter,
  asked: readonly number[],
  options: AskOptions,
): Promise<ModelWords> {
  const { say, account } = createTelling(options);
  const written = new Map<number, string>();
  let missing = asked;
  let problem: string | null = null;
  for (const again of [false, true]) {
    if (missing.length === 0) break;
    if (again) options.onAgain?.();
    const said = await say(writer.dialogue(missing, written, again));
    problem = said.problem;
    if (said.text === null) break;
    for (const [id, text] of readTurns(said.text, missing, said.cutOff).texts) written.set(id, text);
    missing = asked.filter((id) => !written.has(id));
  }
  const lacking = `The model gave no answer for ${missing.length === 1 ? 'turn' : 'turns'} ${missing.map((turn) => turn + 1).join(', ')}.`;
  return {
    ...account(),
    turns: asked.map((turn) => {
      const text = written.get(turn);
      return { turn, text: text === undefined ? null : writer.unmask(text) };
    }),
    problem: missing.length === 0 ? null : problem === null ? lacking : `${problem} ${lacking}`,
  };
}

export interface AgentQuestion {
  readonly prompt: string;
  readonly content: string;
  readonly said: readonly string[];
  readonly schema?: ChatRequest['answerSchema'];
}

export interface AgentAsking {
  /** Returns the text of the answer. Null if there is none; `problem` then says why, as a sentence. */
  ask(question: AgentQuestion): Promise<{ readonly text: string | null; readonly problem: string | null }>;
  account(): AgentAccount;
}

/**
 * Answers are cached, so repeating a conversation costs nothing.
 * @returns a function to call at the start of each turn; its `ask` throws AskingStopped if the budget is reached
 * @throws DialogramError NOT_FOUND, NOT_CONSENTED, KEY_MISSING
 */
export async function openAgentModel(
  project: Project,
  answerer: ModelAnswerer,
  call: AgentCall,
): Promise<() => AgentAsking> {
  const { database, app } = project;
  const { baseUrl, maskPersonalData } = app.providers.get(answerer.provider);
  const asker =
    call.asker ?? (await openInteractiveAsker(askingHostOf(project), answerer, call.signal, call.limits));
  const { model, temperature, seed, maxOutputTokens } = answerer;
  return () => {
    const { say, account } = createTelling({
      asker,
      usageOf: (hash) => answerUsage(database, hash),
      onPrompt: call.onPrompt,
      onPlace: call.onPlace,
      onSent: call.onSent,
    });
    return {
      account,
      async ask({ prompt, content, said, schema = null }) {
        const masker = createMasker(said);
        const messages: PromptMessage[] = [
          { role: 'system', content: prompt },
          { role: 'user', content: maskPersonalData ? masker.mask(content).text : content },
        ];
        const request = { model, messages, temperature, seed, maxOutputTokens, answerSchema: schema };
        const question = questionOf(baseUrl, request, call.dialogues ?? []);
        const { text, cutOff, problem } = await say({ messages, question });
        if (text === null || cutOff) return { text: null, problem };
        return { text: maskPersonalData ? masker.unmask(text) : text, problem: null };
      },
    };
  };
}
