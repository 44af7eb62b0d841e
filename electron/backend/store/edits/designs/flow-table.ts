import { DialogramError } from '#shared/contract/errors.ts';
import {
  type Flow,
  type FlowCode,
  type FlowDraft,
  flowCodeSchema,
  flowDraftSchema,
  flowSchema,
} from '#shared/domain/flow.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../database.ts';
import { allRows, oneValue, parseJson } from '../../statements.ts';
import { textTable } from '../log/placed-changes.ts';

export const flowTexts = textTable('flows');

/** The stored JSON of a flow, with its drafted part and its Colang program. */
const storedSchema = flowSchema.extend({
  draft: flowDraftSchema.optional(),
  code: flowCodeSchema.optional(),
});

export interface StoredFlow {
  readonly name: string;
  /** The edit that last changed the flow. */
  readonly edit: EditId;
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly code: FlowCode | null;
}

type RawFlow = ReturnType<typeof flowTexts.list>[number];

function stored({ content, ...row }: RawFlow): StoredFlow {
  const { draft = null, code = null, ...flow } = parseJson(storedSchema, content);
  return { ...row, flow, draft, code };
}

export const listFlows = (database: ReadDatabase): StoredFlow[] => flowTexts.list(database).map(stored);

export function findFlow(database: ReadDatabase, name: string): StoredFlow | null {
  const found = flowTexts.find(database, name);
  return found && stored(found);
}

export function requireFlow(database: ReadDatabase, name: string): StoredFlow {
  const found = findFlow(database, name);
  if (found) return found;
  const names = listFlows(database).map((flow) => flow.name);
  throw new DialogramError('NOT_FOUND', `There is no flow "${name}" in this project.`, {
    value: name,
    nextStep: names.length > 0 ? `Choose one of: ${names.join(', ')}.` : 'Import a flow first.',
  });
}

export function flowBefore(database: ReadDatabase, { name, edit }: StoredFlow): Flow | null {
  const content = oneValue<string | null>(database)`
    SELECT c.value -> 'before' ->> 'content' FROM edits e, json_each(e.payload) c
    WHERE e.id = ${edit} AND c.value ->> 'table' = 'flows' AND c.value ->> 'name' = ${name}`;
  return content == null ? null : stored({ name, edit, content }).flow;
}

export interface FlowVersion {
  readonly edit: EditId;
  readonly flow: Flow;
  /** A description of the edit that replaced this version. */
  readonly next: string;
}

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

export const flowAfter = (
  database: ReadDatabase,
  name: string,
  flow: Flow | null,
  { draft, code }: Partial<Pick<StoredFlow, 'draft' | 'code'>> = {},
) =>
  flowTexts.after(
    database,
    name,
    flow && { content: JSON.stringify({ ...flow, ...(draft && { draft }), ...(code && { code }) }) },
  );
