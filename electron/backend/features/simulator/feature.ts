import { DialogramError } from '#shared/contract/errors.ts';
import { answerSettingsSchema, type ColumnAnswer } from '#shared/contract/generation.ts';
import { simulatorContract } from '#shared/contract/simulator.ts';
import { agentKey, type FeatureAgent, type ModelAnswerer } from '#shared/domain/agent.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { defineFeature } from '../../feature.ts';
import { openInteractiveAsker } from '../../jobs/interactive-asker.ts';
import { targetOf } from '../../output/target.ts';
import type { AgentCall, Project } from '../../project.ts';
import type { ProviderRegistry } from '../../providers/model/registry.ts';
import { deleteCase, listCases, renameCase } from '../../store/comparing/simulation-case-table.ts';
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
  answerBySteps,
  askForTurn,
  createRequestWriter,
  PROMPT_OF_UNIT,
  shownExamples,
  streamAnswer,
} from '../generation/index.ts';
import { consult } from '../modules/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import {
  exportCases,
  importCases,
  openCase,
  replayCases,
  requireCase,
  saveCase,
  shownCase,
} from './cases.ts';

interface ModelAnswerHost {
  readonly project: Project;
  readonly providers: Pick<ProviderRegistry, 'get' | 'open'>;
  readonly resources: string;
}

/**
 * Requests a model's answer; a server's error becomes its `problem`.
 * @throws DialogramError INVALID if the user has said nothing; NOT_FOUND, NOT_CONSENTED, KEY_MISSING for the provider
 */
async function answerByModel(
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
    throw new DialogramError('INVALID', 'The customer has not said anything yet.', {
      place: 'the simulator',
      nextStep: 'Say something as the customer first.',
    });
  }
  const asker = await openInteractiveAsker({ database, providers, resources }, answerer, options.signal);
  const { results } = await consult(project, true, options.signal);
  const asked = spoken.slice(0, found.answering + 1);
  const turns = historyOf(heardTurns(asked)).filter(({ text }) => text !== '');
  const { method } = settings;
  const own = answerSettingsSchema.parse({
    examples: settings.examples,
    seed: settings.seed,
    exampleShape: exampleShapeOf(method, live.learner),
  });
  const examples = shownExamples(
    { dialogue: (id) => ({ turns: corpus.turnsOf(id) }) },
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
    dialogue: { id: start?.dialogue ?? null, turns },
    alsoFrom: asked.flatMap(({ from }): DialogueId[] => (from ? [from.dialogue] : [])),
    examples,
    references: results.flatMap(({ name, passages }) =>
      passages.map(({ text, place }) => ({ from: `${name}, ${place}`, text })),
    ),
    settings: own,
    sample: 0,
  });
  const words = await askForTurn(writer, turns.length, {
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

export const feature = defineFeature({
  contract: simulatorContract,
  methods: {
    current: ({ project }) => project.use(projectSimulator).current(),
    configure: ({ input, project }) => project.use(projectSimulator).configure(input),
    restart: ({ input, project }) => project.use(projectSimulator).restart(input.from, input.automaton),
    say: ({ input, project }) => project.use(projectSimulator).say(input.role, input.text),
    setAnswer: ({ input, project }) => {
      const own = project.use(projectSimulator);
      return 'from' in input ? own.answerWith(input.from) : own.say('system', input.text, input.by);
    },
    answer: ({ input, project, app, signal }) => {
      const { providers, resources } = app;
      return streamAnswer(
        (listener) =>
          'agent' in input
            ? answerByAgent(project, input.agent, listener)
            : answerByModel({ project, providers, resources }, input.answerer, listener),
        signal,
      );
    },
    force: ({ input, project }) => project.use(projectSimulator).force(input.role, input.tag),
    retag: ({ input, project }) => project.use(projectSimulator).retag(input.turn, input.tags),
    tagByModel: ({ project }) => project.use(projectSimulator).tagByModel(),
    rewind: ({ input, project }) => project.use(projectSimulator).rewind(input.turns),
    cases: ({ project }) => listCases(project.database).map(shownCase),
    saveCase: async ({ input, project }) => {
      const conversation = project.use(projectSimulator).conversation();
      const saved = await saveCase(project, conversation, input.name, input.agent);
      project.changes.announce('cases');
      return saved;
    },
    renameCase: ({ input, project: { database, changes } }) => {
      requireCase(database, input.case);
      renameCase(database, input.case, input.name);
      changes.announce('cases');
      return shownCase(requireCase(database, input.case));
    },
    deleteCase: ({ input, project: { database, changes } }) => {
      const deleted = deleteCase(database, input.case);
      changes.announce('cases');
      return { deleted };
    },
    openCase: ({ input, project }) => project.use(projectSimulator).open(openCase(project, input.case)),
    exportCases: ({ input, project, session }) => exportCases(project, targetOf(session, input), input.cases),
    importCases: ({ input, project, session }) => {
      const added = importCases(project, session.files.forReading(input.path));
      project.changes.announce('cases');
      return added;
    },
    replay: ({ input, project }) => replayCases(project, input.automaton, input.cases),
  },
});

async function answerByAgent(project: Project, agent: FeatureAgent, call: AgentCall): Promise<ColumnAnswer> {
  const spoken = inForce(project.use(projectSimulator).conversation());
  const heard = heardTurns(spoken);
  const dialogues = spoken.flatMap(({ from }) => (from ? [from.dialogue] : []));
  return (await answerBySteps(project, agent, heard, heard.length, { ...call, dialogues, mayAct: true }))
    .answer;
}
