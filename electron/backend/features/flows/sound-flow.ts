import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findFlow, flowAfter, listFlows, type StoredFlow } from '../../store/edits/designs/flow-table.ts';

/** @throws DialogramError NOT_FOUND */
export function requireFlow(database: ReadDatabase, name: string): StoredFlow {
  const found = findFlow(database, name);
  if (found) return found;
  const names = listFlows(database).map((flow) => flow.name);
  throw new DialogramError('NOT_FOUND', `There is no flow "${name}" in this project.`, {
    value: name,
    nextStep: names.length > 0 ? `Name one of ${names.join(', ')}.` : 'Import one first.',
  });
}

/** Changes a flow, as an edit; its draft and its Colang stay. @throws DialogramError NOT_FOUND */
export function keepFlow(by: Editor, name: string, description: string, change: (flow: Flow) => Flow) {
  const { database } = by.project;
  const stored = requireFlow(database, name);
  const after = flowAfter(database, name, change(stored.flow), stored);
  return commitEdit(by, 'flows', `${description} of the flow ${name}`, after ? [after] : []);
}

/** All flows that can be run and compiled. */
export const soundFlows = (database: ReadDatabase): Flow[] =>
  listFlows(database).flatMap(({ flow }) => (flowErrors(validateFlow(flow)).length > 0 ? [] : [flow]));

/** A flow that can be run and compiled. @throws DialogramError INVALID with the first error */
export function requireSoundFlow(database: ReadDatabase, name: string): Flow {
  const { flow } = requireFlow(database, name);
  const [error] = flowErrors(validateFlow(flow));
  if (!error) return flow;
  throw new DialogramError('INVALID', `The flow "${name}" cannot be run: ${error.message}`, {
    place: error.node === null ? name : `${name}, node ${error.node}`,
    value: error.value,
    nextStep: error.nextStep,
  });
}
