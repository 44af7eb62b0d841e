import { z } from 'zod';
import { compile } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { changeStatement, fieldVariables } from '#shared/algorithms/worksheets/runtime/field-variables.ts';
import { START } from '#shared/algorithms/worksheets/runtime/state.ts';
import { validateWorksheets } from '#shared/algorithms/worksheets/validation/validate.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { defineAgentKind } from '../../agent-kind.ts';
import { readWorksheets } from '../../store/edits/worksheet-table.ts';
import { knowledgeOf, requireApplication } from './application.ts';
import { hear, today } from './talk.ts';

const schema = z.looseObject({
  kind: z.literal('worksheets'),
  title: z.string(),
  /** The application. */
  worksheet: z.string(),
});

/** Worksheets as an agent; what it has heard is its state. */
export const worksheetAgent = defineAgentKind({
  kind: 'worksheets',
  schema,
  list: ({ database }) =>
    readWorksheets(database).map(({ name, set }) => {
      const error = validateWorksheets(set).find(({ level }) => level === 'error');
      return {
        agent: { kind: 'worksheets' as const, title: `Worksheets ${name}`, worksheet: name },
        problem: error ? `${error.worksheet}: ${error.message}` : null,
      };
    }),
  open: async (project, { worksheet }) => {
    const application = requireApplication(project.database, worksheet);
    const set = compile(application.set);
    const settings = { today: today(), knowledge: knowledgeOf(project, application) };
    const variables = (state: typeof START) => fieldVariables(set, state, settings);
    return {
      start: START,
      variables,
      step: async (state: typeof START, { role, text, change }) => {
        if (role !== 'user') return { state, reply: null };
        if (change && !variables(state).some(({ name, isFixed }) => name === change.name && !isFixed)) {
          throw new DialogramError('INVALID', `"${change.name}" is no field that can be changed here.`, {
            place: worksheet,
            value: change.name,
            nextStep: 'Name a field that counts now, such as main_1.date.',
          });
        }
        const said = change ? { statements: changeStatement(change.name, change.value) } : { user: text };
        const { next, answer, statements, acts, reasons, notes } = hear(set, state, said, settings);
        const steps = acts.map((what, at) => ({ what, why: reasons[at] ?? '' }));
        return {
          state: next,
          reply: {
            text: answer,
            problem: null,
            why: {
              at: acts.join(', ') || 'no act',
              understood: statements,
              steps,
              notes: notes.map(({ place, message }) => `${place}: ${message}`),
            },
            next: [],
          },
        };
      },
    };
  },
});
