import { flowOfWorksheets } from '#shared/algorithms/conversion/flow-of-worksheets.ts';
import { worksheetsOfFlow } from '#shared/algorithms/conversion/worksheets-of-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { conversionContract } from '#shared/contract/worksheets.ts';
import { commitEdit, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { flowAfter, listFlows, requireFlow } from '../../store/edits/designs/flow-table.ts';
import { readWorksheets, worksheetsAfter } from '../../store/edits/designs/worksheet-table.ts';
import { requireApplication } from '../worksheets/index.ts';

export const feature = defineFeature({
  contract: conversionContract,
  methods: {
    toWorksheets: ({ input, session }) => {
      const by = editorOf(session, input.reason);
      const { database } = by.project;
      const { flow } = requireFlow(database, input.flow);
      const names = readWorksheets(database).map((one) => one.name);
      const name = freeName(input.name, flow.name, names);
      const { set, lost } = worksheetsOfFlow(flow);
      const changes = [worksheetsAfter(database, name, set)];
      const outcome = commitEdit(by, 'worksheets', `Convert a flow to worksheets: ${name}`, changes);
      return { ...outcome, name, lost };
    },
    toFlow: ({ input, session }) => {
      const by = editorOf(session, input.reason);
      const { database } = by.project;
      const application = requireApplication(database, input.worksheet);
      const names = listFlows(database).map((one) => one.name);
      const name = freeName(input.name, application.name, names);
      const { flow, lost } = flowOfWorksheets(name, application.set);
      const changes = [flowAfter(database, name, flow)];
      const outcome = commitEdit(by, 'flows', `Convert worksheets to the flow ${name}`, changes);
      return { ...outcome, name, lost };
    },
  },
});

function freeName(wanted: string | null, own: string, taken: readonly string[]): string {
  if (wanted !== null && taken.includes(wanted)) {
    throw new DialogramError('ALREADY_EXISTS', `The name "${wanted}" is already in use.`, {
      value: wanted,
      nextStep: 'Choose another name.',
    });
  }
  const name = wanted ?? own;
  for (let number = 2; ; number++) {
    const next = number === 2 ? name : `${name} ${number - 1}`;
    if (!taken.includes(next)) return next;
  }
}
