import type { simulatorContract } from '#shared/contract/simulator.ts';
import type { Methods } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { deleteCase, listCases, renameCase } from '../../store/comparing/simulation-case-table.ts';
import { projectSimulator } from '../conversation/index.ts';
import { streamAnswer } from '../generation/index.ts';
import { answerByAgent } from './answer-by-agent.ts';
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

export function simulatorHandlers(simulator: Methods<typeof simulatorContract>) {
  return {
    current: simulator.current.handler(({ context }) =>
      context.session.project().use(projectSimulator).current(),
    ),
    configure: simulator.configure.handler(({ input, context }) =>
      context.session.project().use(projectSimulator).configure(input),
    ),
    restart: simulator.restart.handler(({ input, context }) =>
      context.session.project().use(projectSimulator).restart(input.from, input.automaton),
    ),
    say: simulator.say.handler(({ input, context }) =>
      context.session.project().use(projectSimulator).say(input.role, input.text),
    ),
    setAnswer: simulator.setAnswer.handler(({ input, context }) => {
      const own = context.session.project().use(projectSimulator);
      return 'from' in input ? own.answerWith(input.from) : own.say('system', input.text, input.by);
    }),
    answer: simulator.answer.handler(({ input, context, signal }) => {
      const { session } = context;
      const { providers, resources } = session.app;
      const host = { project: session.project(), providers, resources };
      return streamAnswer(
        (listener) =>
          'agent' in input
            ? answerByAgent(host.project, input.agent, listener)
            : answerByModel(host, input.answerer, listener),
        signal,
      );
    }),
    force: simulator.force.handler(({ input, context }) =>
      context.session.project().use(projectSimulator).force(input.role, input.tag),
    ),
    retag: simulator.retag.handler(({ input, context }) =>
      context.session.project().use(projectSimulator).retag(input.turn, input.tags),
    ),
    tagByModel: simulator.tagByModel.handler(({ context }) =>
      context.session.project().use(projectSimulator).tagByModel(),
    ),
    rewind: simulator.rewind.handler(({ input, context }) =>
      context.session.project().use(projectSimulator).rewind(input.turns),
    ),
    cases: simulator.cases.handler(({ context }) =>
      listCases(context.session.project().database).map(shownCase),
    ),
    saveCase: simulator.saveCase.handler(async ({ input, context }) => {
      const project = context.session.project();
      const conversation = project.use(projectSimulator).conversation();
      const saved = await saveCase(project, conversation, input.name, input.agent);
      project.changes.announce('cases');
      return saved;
    }),
    renameCase: simulator.renameCase.handler(({ input, context }) => {
      const { database, changes } = context.session.project();
      requireCase(database, input.case);
      renameCase(database, input.case, input.name);
      changes.announce('cases');
      return shownCase(requireCase(database, input.case));
    }),
    deleteCase: simulator.deleteCase.handler(({ input, context }) => {
      const { database, changes } = context.session.project();
      const deleted = deleteCase(database, input.case);
      changes.announce('cases');
      return { deleted };
    }),
    openCase: simulator.openCase.handler(({ input, context }) => {
      const project = context.session.project();
      return project.use(projectSimulator).open(openCase(project, input.case));
    }),
    exportCases: simulator.exportCases.handler(({ input, context }) => {
      const { session } = context;
      return exportCases(session.project(), targetOf(session, input), input.cases);
    }),
    importCases: simulator.importCases.handler(({ input, context }) => {
      const project = context.session.project();
      const added = importCases(project, context.session.files.forReading(input.path));
      project.changes.announce('cases');
      return added;
    }),
    replay: simulator.replay.handler(({ input, context }) =>
      replayCases(context.session.project(), input.automaton, input.cases),
    ),
  };
}
