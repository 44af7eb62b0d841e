import type { Api } from '../../dispatch/api.ts';
import { deleteCase, listCases, renameCase } from '../../store/comparing/simulation-table.ts';
import { streamAnswer } from '../generation/stream-answer.ts';
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

export function simulatorHandlers(api: Api) {
  const { simulator } = api;
  return {
    current: simulator.current.handler(({ context }) => context.session.project().simulator.current()),
    configure: simulator.configure.handler(({ input, context }) =>
      context.session.project().simulator.configure(input),
    ),
    restart: simulator.restart.handler(({ input, context }) =>
      context.session.project().simulator.restart(input.from),
    ),
    say: simulator.say.handler(({ input, context }) =>
      context.session.project().simulator.say(input.role, input.text),
    ),
    setAnswer: simulator.setAnswer.handler(({ input, context }) => {
      const own = context.session.project().simulator;
      return 'from' in input ? own.answerWith(input.from) : own.say('system', input.text, input.by);
    }),
    answer: simulator.answer.handler(({ input, context, signal }) => {
      const { session } = context;
      const { providers, modules, resources } = session.backend;
      const host = { project: session.project(), providers, modules, resources };
      return streamAnswer((listener) => answerByModel(host, input.answerer, listener), signal);
    }),
    force: simulator.force.handler(({ input, context }) =>
      context.session.project().simulator.force(input.role, input.tag),
    ),
    retag: simulator.retag.handler(({ input, context }) =>
      context.session.project().simulator.retag(input.turn, input.tags),
    ),
    rewind: simulator.rewind.handler(({ input, context }) =>
      context.session.project().simulator.rewind(input.turns),
    ),
    cases: simulator.cases.handler(({ context }) =>
      listCases(context.session.project().database).map(shownCase),
    ),
    saveCase: simulator.saveCase.handler(async ({ input, context }) => {
      const project = context.session.project();
      const saved = await saveCase(project, project.simulator.conversation(), input.name);
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
      return project.simulator.open(openCase(project, input.case));
    }),
    exportCases: simulator.exportCases.handler(({ input, context }) => {
      const { session } = context;
      return exportCases(session.project(), session.files.forWriting(input.out), input.cases);
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
