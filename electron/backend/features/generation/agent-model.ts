import { mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import type { PromptMessage } from '#shared/algorithms/model-tagging/messages.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { AgentAccount, ModelAnswerer } from '#shared/domain/agent.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import { askingHostOf } from '../../jobs/run-asking.ts';
import type { AgentCall, Project } from '../../project.ts';
import type { ChatRequest } from '../../providers/model/model.ts';
import { requestHash } from '../../providers/requests/request-hash.ts';
import { answerUsage } from '../../store/models/model-answer-table.ts';
import { createTelling } from './ask-model.ts';

export interface AgentQuestion {
  /** The prompt that a person may edit. */
  readonly prompt: string;
  /** The input for the model; personal data of `said` in it are masked if the provider's settings say so. */
  readonly content: string;
  /** The texts of the conversation, in order. */
  readonly said: readonly string[];
  readonly schema?: ChatRequest['answerSchema'];
}

/** The requests of one turn. */
export interface AgentAsking {
  /** Null for no answer; then `problem` says why, as a sentence. */
  ask(question: AgentQuestion): Promise<{ readonly text: string | null; readonly problem: string | null }>;
  account(): AgentAccount;
}

/**
 * The model of an agent: each turn's requests and their account. Answers are kept, so the same conversation
 * costs nothing again.
 * @returns a function that begins a turn; its `ask` throws AskingStopped if the budget is reached
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
        const shape = schema ? JSON.stringify(schema) : null;
        const { text, cutOff, problem } = await say({
          messages,
          question: {
            hash: requestHash(baseUrl, request),
            request,
            dialogues: call.dialogues ?? [],
            most: { input: mostInputTokens(messages, shape), output: maxOutputTokens },
          },
        });
        if (text === null || cutOff) return { text: null, problem };
        return { text: maskPersonalData ? masker.unmask(text) : text, problem: null };
      },
    };
  };
}
