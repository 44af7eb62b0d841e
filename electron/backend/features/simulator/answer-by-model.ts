import { DialogramError } from '#shared/contract/errors.ts';
import { answerSettingsSchema, type ColumnAnswer } from '#shared/contract/generation.ts';
import { agentKey, type ModelAnswerer } from '#shared/domain/agent.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import type { Project } from '../../project.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import { answerUsage } from '../../store/models/model-answer-table.ts';
import {
  exampleShapeOf,
  heardTurns,
  historyOf,
  inForce,
  projectSimulator,
  requireOrigin,
  standing,
} from '../conversation/index.ts';
import {
  type AnswerListener,
  askForTurn,
  createRequestWriter,
  PROMPT_OF_UNIT,
  shownExamples,
} from '../generation/index.ts';
import { consult } from '../modules/index.ts';
import { keptPrompt } from '../prompts/index.ts';

interface ModelAnswerHost {
  readonly project: Project;
  readonly providers: Pick<ProviderRegistry, 'get' | 'open'>;
  readonly resources: string;
}

/**
 * A model's answer to the last user turn of the simulated conversation, from the examples that are shown for
 * it and from the results of the project's modules.
 * @throws DialogramError INVALID if the user has not said anything; NOT_FOUND, NOT_CONSENTED, KEY_MISSING for
 * the provider. A fault of the model's server is the answer's `problem`.
 */
export async function answerByModel(
  { project, providers, resources }: ModelAnswerHost,
  answerer: ModelAnswerer,
  options: AnswerListener & { readonly signal: AbortSignal },
): Promise<ColumnAnswer> {
  const { database } = project;
  const started = performance.now();
  const conversation = project.use(projectSimulator).conversation();
  const { settings, start } = conversation;
  const origin = requireOrigin(database, settings.automaton);
  const spoken = inForce(conversation);
  const { found, live, corpus } = await standing(project, origin, conversation, heardTurns(spoken), 'wait');
  if (found.answering === null) {
    throw new DialogramError('INVALID', 'There is no customer turn to answer.', {
      place: 'the simulator',
      nextStep: 'Say something as the customer first.',
    });
  }
  // Checked first, so that missing consent is reported before any module is asked.
  const asker = await openInteractiveAsker({ database, providers, resources }, answerer, options.signal);
  const { results } = await consult(project, true, options.signal);
  const asked = spoken.slice(0, found.answering + 1);
  const rounds = historyOf(heardTurns(asked)).filter(({ text }) => text !== '');
  const { method } = settings;
  const own = answerSettingsSchema.parse({
    examples: settings.examples,
    seed: settings.seed,
    exampleShape: exampleShapeOf(method, live.learner),
  });
  const examples = shownExamples(
    { dialogue: (id) => ({ rounds: corpus.roundsOf(id) }) },
    start?.dialogue ?? null,
    method,
    { candidates: found.items },
    own,
  );
  const prompt = keptPrompt(database, resources, PROMPT_OF_UNIT['next-turn']);
  const provider = providers.get(answerer.provider);
  const writer = createRequestWriter({
    prompt: prompt.text,
    answerer,
    provider,
    dialogue: { id: start?.dialogue ?? null, rounds },
    alsoFrom: asked.flatMap(({ from }): DialogueId[] => (from ? [from.dialogue] : [])),
    examples,
    references: results.flatMap(({ name, passages }) =>
      passages.map(({ text, place }) => ({ from: `${name}, ${place}`, text })),
    ),
    settings: own,
    sample: 0,
  });
  const words = await askForTurn(writer, rounds.length, {
    ...options,
    asker,
    usageOf: (hash) => answerUsage(database, hash),
  });
  const column = { method, answerer };
  return {
    key: agentKey(column),
    column,
    ...words,
    promptVersion: prompt.version,
    latencyMs: performance.now() - started - words.waitedMs,
    grounds: null,
  };
}
