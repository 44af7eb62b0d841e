import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { checkColang } from '#shared/algorithms/flows/colang/check-colang.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Flow, FlowCode } from '#shared/domain/flow.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import { translateError } from '../../errors.ts';
import type { ReadDatabase } from '../../store/database.ts';
import {
  findFlow,
  flowAfter,
  listFlows,
  requireFlow,
  type StoredFlow,
} from '../../store/edits/designs/flow-table.ts';

/** Changes a flow as an edit. Its draft and its Colang program stay. @throws DialogramError NOT_FOUND */
export function keepFlow(by: Editor, name: string, description: string, change: (flow: Flow) => Flow) {
  const { database } = by.project;
  const stored = requireFlow(database, name);
  const after = flowAfter(database, name, change(stored.flow), stored);
  return commitEdit(by, 'flows', `${description} of the flow ${name}`, after ? [after] : []);
}

export const soundFlows = (database: ReadDatabase): Flow[] =>
  listFlows(database).flatMap(({ flow }) => (flowErrors(validateFlow(flow)).length > 0 ? [] : [flow]));

/** Returns a flow that can be run and compiled. @throws DialogramError INVALID with the first error */
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

export interface ReadCode {
  readonly path: string;
  readonly flow: string;
  readonly text: string;
}

function requireColang(text: string, place: string): void {
  const { problems } = checkColang(text);
  const [first] = problems;
  if (!first) return;
  const where = `line ${first.line}, column ${first.column}`;
  throw new DialogramError('BAD_FILE', `${place} is not valid Colang 2 at ${where}: ${first.message}`, {
    place: `${place}, ${where}`,
    value: text.split('\n')[first.line - 1]?.trim().slice(0, 200) ?? '',
    nextStep: first.nextStep,
  });
}

/**
 * Reads a Colang program.
 * @param flow null for the flow with the name of the file or, for main.co, of the folder
 * @throws DialogramError CANNOT_READ; BAD_FILE with the place that is not valid Colang 2
 */
export async function readCodeFile(path: string, flow: string | null): Promise<ReadCode> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw translateError(error, path);
  }
  requireColang(text, path);
  const name = basename(path, '.co');
  return { path, text, flow: flow ?? (name === 'main' ? basename(dirname(path)) : name) };
}

type FlowWithCode = Pick<StoredFlow, 'name' | 'flow' | 'draft' | 'code'>;

export function withCodes(
  database: ReadDatabase,
  read: readonly Flow[],
  codes: readonly ReadCode[],
): FlowWithCode[] {
  const taken = new Map<string, FlowWithCode>();
  for (const flow of read) {
    const { name } = flow;
    taken.set(name, { name, flow, draft: null, code: findFlow(database, name)?.code ?? null });
  }
  for (const { path, flow: name, text } of codes) {
    const stored = taken.get(name) ?? findFlow(database, name);
    if (!stored) {
      throw new DialogramError('BAD_FILE', `No flow in this project has the same name as ${path}.`, {
        place: path,
        value: name,
        nextStep: 'Name the file after its flow, or open the flow and import the file in its Colang tab.',
      });
    }
    const { flow, draft } = stored;
    taken.set(name, { name, flow, draft, code: { text, by: null, changed: false } });
  }
  return [...taken.values()];
}

/** Stores a Colang program with a flow, as an edit; null removes the program. @throws DialogramError NOT_FOUND */
export function keepCode(by: Editor, name: string, code: FlowCode | null) {
  const { database } = by.project;
  const stored = requireFlow(database, name);
  const change = flowAfter(database, name, stored.flow, { ...stored, code });
  const what = stored.code === null ? 'Write' : code === null ? 'Remove' : 'Change';
  return commitEdit(by, 'flows', `${what} Colang for the flow ${name}`, [change]);
}

export function requireCode(database: ReadDatabase, name: string): string {
  const { code } = requireFlow(database, name);
  if (code) {
    requireColang(code.text, `Free Colang for the flow ${name}`);
    return code.text;
  }
  throw new DialogramError('NOT_FOUND', `The flow "${name}" has no free Colang.`, {
    value: name,
    nextStep: 'Write or import free Colang in the Colang tab, or compile the flow without --mode free.',
  });
}
