import { z } from 'zod';
import { flowCodeSchema, flowDraftSchema, flowSchema } from '#shared/contract/flow-file.ts';
import type { Flow, FlowCode, FlowDraft } from '#shared/domain/flow.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../database.ts';
import { allRows, oneRow, oneValue, parseJson } from '../../statements.ts';
import { placedChanges, placedSchema } from '../log/placed-changes.ts';

const contentSchema = z.object({ content: z.string() });
export const flowChangeSchema = placedSchema('flows', { name: z.string() }, contentSchema);
type FlowChange = z.infer<typeof flowChangeSchema>;

export const flowChanges = placedChanges<z.infer<typeof contentSchema>, FlowChange>(
  'flows',
  ({ name }) => ({ name }),
  ({ content }) => ({ content }),
);

/** A flow's JSON, with its drafted part and its Colang. */
const storedSchema = flowSchema.extend({
  draft: flowDraftSchema.optional(),
  code: flowCodeSchema.optional(),
});

export interface StoredFlow {
  readonly name: string;
  /** The edit that last changed it. */
  readonly edit: EditId;
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly code: FlowCode | null;
}

type RawFlow = Pick<StoredFlow, 'name' | 'edit'> & { readonly content: string };

function stored({ content, ...row }: RawFlow): StoredFlow {
  const { draft = null, code = null, ...flow } = parseJson(storedSchema, content);
  return { ...row, flow, draft, code };
}

const rawFlow = (database: ReadDatabase, name: string): RawFlow | undefined =>
  oneRow<RawFlow>(database)`SELECT name, content, edit_id AS edit FROM flows WHERE name = ${name}`;

/** All flows, by name. */
export const listFlows = (database: ReadDatabase): StoredFlow[] =>
  allRows<RawFlow>(database)`SELECT name, content, edit_id AS edit FROM flows ORDER BY name`.map(stored);

export function findFlow(database: ReadDatabase, name: string): StoredFlow | null {
  const row = rawFlow(database, name);
  return row ? stored(row) : null;
}

/** Returns the flow before its last edit; null if there was none. */
export function flowBefore(database: ReadDatabase, { name, edit }: StoredFlow): Flow | null {
  const content = oneValue<string | null>(database)`
    SELECT c.value -> 'before' ->> 'content' FROM edits e, json_each(e.payload) c
    WHERE e.id = ${edit} AND c.value ->> 'table' = 'flows' AND c.value ->> 'name' = ${name}`;
  return content == null ? null : stored({ name, edit, content }).flow;
}

/** A flow as one edit left it. */
export interface FlowVersion {
  readonly edit: EditId;
  readonly flow: Flow;
  /** The edit that changed it next, described. */
  readonly next: string;
}

/** Returns the earlier versions of a flow since it was added, under all its names, newest first. Undone edits made none. */
export function flowVersions(database: ReadDatabase, name: string): FlowVersion[] {
  const changes = allRows<FlowRow>(database)`
    SELECT e.id AS edit, e.description, c.value ->> 'name' AS name,
      c.value -> 'before' ->> 'content' AS before, c.value -> 'after' ->> 'content' AS after
    FROM edits e, json_each(e.payload) c
    WHERE e.kind = 'flows' AND e.state = 'done' AND c.value ->> 'table' = 'flows'
    ORDER BY e.id DESC`;
  const versions: FlowVersion[] = [];
  let later: { readonly text: string; readonly description: string } | null = null;
  let named = name;
  let renamedBy: EditId | null = null;
  for (const own of changes) {
    const { edit, description, before, after } = own;
    if (own.name !== named || own.edit === renamedBy) continue;
    if (after === null) break;
    const { flow } = stored({ name: named, edit, content: after });
    const text = JSON.stringify({ ...flow, name });
    if (later !== null && later.text !== text) versions.push({ edit, flow, next: later.description });
    later = { text, description };
    if (before !== null) continue;
    const renamed = changes.find((other) => other.edit === edit && other.after === null);
    if (!renamed) break;
    named = renamed.name;
    renamedBy = edit;
  }
  return versions;
}

interface FlowRow {
  readonly edit: EditId;
  readonly description: string;
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The change that stores a flow under a name or removes it; null if nothing changes. */
export function flowAfter(
  database: ReadDatabase,
  name: string,
  flow: Flow | null,
  { draft, code }: Partial<Pick<StoredFlow, 'draft' | 'code'>> = {},
): FlowChange | null {
  const row = rawFlow(database, name);
  const content = flow && JSON.stringify({ ...flow, ...(draft && { draft }), ...(code && { code }) });
  if ((row?.content ?? null) === content) return null;
  return {
    table: 'flows',
    name,
    before: row ? { content: row.content, edit: row.edit } : null,
    after: content === null ? null : { content },
  };
}
