import type { FlowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { NOTHING_FOUND, outcomesOf } from '#shared/algorithms/flows/flow-variables.ts';
import { type FlowResult, GIVEN } from '#shared/algorithms/flows/follow-flow.ts';
import type { FlowCall } from '#shared/algorithms/flows/run-flow.ts';
import {
  dataOf,
  isRecord,
  type RecordValue,
  type Value,
} from '#shared/algorithms/worksheets/language/values.ts';
import { readNumber } from '#shared/algorithms/worksheets/words/read-values.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { knowledgeTables } from '../../store/edits/worksheet-table.ts';
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
export function projectFunctions(database: ReadDatabase, graph: FlowGraph): (call: FlowCall) => Called {
  const tables = new Map(knowledgeTables(database).map(({ worksheet }) => [plain(worksheet), worksheet]));
  const knowledge = projectKnowledge(database);
  return ({ node, action, state }) => {
    const table = tables.get(plain(action));
    if (table === undefined) {
      const note = `Nothing is behind ${action}, so that it counts as gone well: no table is called so.`;
      return { result: { message: 'Success' }, note };
    }
    const [sample] = knowledge.query(table, {}, '');
    const columns = Object.entries(sample && isRecord(sample) ? sample.entries : {});
    const filters = Object.fromEntries(
      columns.flatMap(([column, value]): [string, Value][] => {
        const [, said] = Object.entries(state.slots).find(([slot]) => plain(slot) === plain(column)) ?? [];
        if (said === undefined || said === null || said === GIVEN) return [];
        return [[column, typeof value === 'number' ? (readNumber(said) ?? said) : said]];
      }),
    );
    const found = knowledge.query(table, filters, '').filter((one): one is RecordValue => isRecord(one));
    const [first] = found;
    if (first) return { result: { ...fieldsOf(first), message: 'Success' }, note: null };
    const isTold = outcomesOf(graph, node).some((outcome) => outcome === NOTHING_FOUND);
    return {
      result: isTold ? null : { message: 'Failed: nothing found' },
      note: `${table} has no such record.`,
    };
  };
}
