import type { FlowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { NOTHING_FOUND, outcomesOf } from '#shared/algorithms/flows/flow-variables.ts';
import { type FlowResult, GIVEN } from '#shared/algorithms/flows/follow-flow.ts';
import type { FlowCall } from '#shared/algorithms/flows/run-flow.ts';
import { dataOf, type RecordValue, type Value } from '#shared/algorithms/worksheets/language/values.ts';
import { readNumber } from '#shared/algorithms/worksheets/words/read-values.ts';
import type { Project } from '../../project.ts';
import { listKnowledge } from '../../store/edits/knowledge-table.ts';
import { projectKnowledge } from '../worksheets/index.ts';

const fieldsOf = ({ entries }: RecordValue): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, dataOf(value)]));

/** What a function answered, and what a person should know of it; null for nothing. */
interface Called {
  readonly result: FlowResult;
  readonly note: string | null;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * What is behind the external actions of a project's flows: the table of the project that is called like the action, in
 * which slots that are called like a column filter its records. It only reads; rows and time are limited, as for
 * worksheets. Where there is no such table, all goes well.
 */
export function projectFunctions(project: Project, graph: FlowGraph): (call: FlowCall) => Called {
  const tables = new Map(
    listKnowledge(project.database).flatMap((one) => (one.kind === 'table' ? [[plain(one.name), one]] : [])),
  );
  const knowledge = projectKnowledge(project);
  return ({ node, action, state }) => {
    const table = tables.get(plain(action));
    if (table === undefined) {
      const note = `Nothing is behind ${action}, so that it counts as gone well: no table is called so.`;
      return { result: { message: 'Success' }, note };
    }
    const filters = Object.fromEntries(
      table.columns.flatMap(({ name: column, type }): [string, Value][] => {
        const [, said] = Object.entries(state.slots).find(([slot]) => plain(slot) === plain(column)) ?? [];
        if (said === undefined || said === null || said === GIVEN) return [];
        return [[column, type === 'number' ? (readNumber(said) ?? said) : said]];
      }),
    );
    const {
      records: [first],
    } = knowledge.query(table.name, filters, '');
    if (first) return { result: { ...fieldsOf(first), message: 'Success' }, note: null };
    const isTold = outcomesOf(graph, node).some((outcome) => outcome === NOTHING_FOUND);
    return {
      result: isTold ? null : { message: 'Failed: nothing found' },
      note: `${table.name} has no such record.`,
    };
  };
}
