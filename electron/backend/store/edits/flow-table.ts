import { z } from 'zod';
import { editIdSchema } from '#shared/contract/base.ts';
import { flowSchema } from '#shared/contract/flow-file.ts';
import type { Flow } from '#shared/domain/flow.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allRows, change, oneRow, parseJson } from '../statements.ts';
import { placedChanges } from './placed-changes.ts';

const contentSchema = z.object({ content: z.string() });
export const flowChangeSchema = z.object({
  table: z.literal('flows'),
  name: z.string(),
  before: contentSchema.extend({ edit: editIdSchema }).nullable(),
  after: contentSchema.nullable(),
});
type FlowChange = z.infer<typeof flowChangeSchema>;

export const flowChanges = placedChanges<z.infer<typeof contentSchema>, FlowChange>(
  ({ name }) => `flow ${name}`,
  (database, { name }, value) => {
    change(database)`DELETE FROM flows WHERE name = ${name}`;
    if (value)
      change(
        database,
      )`INSERT INTO flows (name, content, edit_id) VALUES (${name}, ${value.content}, ${value.edit})`;
  },
);

export interface StoredFlow {
  readonly name: string;
  /** The edit that made it what it is. */
  readonly edit: EditId;
  readonly flow: Flow;
}

type RawFlow = Omit<StoredFlow, 'flow'> & { readonly content: string };

const stored = ({ content, ...row }: RawFlow): StoredFlow => ({
  ...row,
  flow: parseJson(flowSchema, content),
});

/** All flows, by name. */
export const listFlows = (database: ReadDatabase): StoredFlow[] =>
  allRows<RawFlow>(database)`SELECT name, content, edit_id AS edit FROM flows ORDER BY name`.map(stored);

export function findFlow(database: ReadDatabase, name: string): StoredFlow | null {
  const row = oneRow<RawFlow>(
    database,
  )`SELECT name, content, edit_id AS edit FROM flows WHERE name = ${name}`;
  return row ? stored(row) : null;
}

/** The change that puts a flow under a name, or takes it away; null where it stands so already. */
export function flowAfter(database: ReadDatabase, name: string, flow: Flow | null): FlowChange | null {
  const row = oneRow<RawFlow>(
    database,
  )`SELECT name, content, edit_id AS edit FROM flows WHERE name = ${name}`;
  const content = flow && JSON.stringify(flow);
  if ((row?.content ?? null) === content) return null;
  return {
    table: 'flows',
    name,
    before: row ? { content: row.content, edit: row.edit } : null,
    after: content === null ? null : { content },
  };
}
