import type { ColumnAnswer } from '#shared/contract/generation.ts';
import { simulatorContract } from '#shared/contract/simulator.ts';
import type { FeatureAgent } from '#shared/domain/agent.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import type { AgentCall, Project } from '../../project.ts';
import { deleteCase, listCases, renameCase } from '../../store/comparing/simulation-case-table.ts';
import { chosen, type PurgedTables, partOf } from '../../store/purge/purge-rules.ts';
import { heardTurns, inForce, projectSimulator } from '../conversation/index.ts';
import { answerBySteps, streamAnswer } from '../generation/index.ts';
import { answerByModel } from './answer-by-model.ts';
import {
  exportCases,
  importCases,
  openCase,
  replayCases,
  requireCase,
  saveCase,
  shownCase,
} from './cases.ts';

const tables = {
  simulation_cases: chosen(
    'Those that name a purged dialogue, and those that hold words which only the purged have.',
    'name made_with settings turns expected',
    'id at',
  ),
  simulation_case_dialogues: partOf('simulation_cases', 'case_id', 'case_id dialogue_id'),
} satisfies PurgedTables;

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
  tables,
});

/** Returns the answer of a feature's agent to the simulated conversation, which it hears turn by turn. */
async function answerByAgent(project: Project, agent: FeatureAgent, call: AgentCall): Promise<ColumnAnswer> {
  const spoken = inForce(project.use(projectSimulator).conversation());
  const heard = heardTurns(spoken);
  const dialogues = spoken.flatMap(({ from }) => (from ? [from.dialogue] : []));
  return (await answerBySteps(project, agent, heard, heard.length, { ...call, dialogues, mayAct: true }))
    .answer;
}
