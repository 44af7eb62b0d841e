import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { importStarTask } from '#shared/algorithms/flows/import-star.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { parseFlow } from '#shared/contract/flow-file.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { readJson } from '../../formats/json/fields.ts';

const NEXT_STEP =
  'Choose a file with a flow ({"nodes": […], "edges": […]}) or a STAR task ({"task", "replies", "graph"}).';

const starSchema = z.object({
  task: z.string(),
  replies: z.record(z.string(), z.string()),
  graph: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

const fieldSchema = z.object({
  Name: z.string(),
  Type: z.string(),
  ReadableName: z.string().optional(),
  Categories: z.array(z.unknown()).optional(),
});
const apiSchema = z.object({
  input: z.array(fieldSchema).default([]),
  output: z.array(fieldSchema).default([]),
});

/**
 * Reads a flow, or a task of STAR with its API in `../../apis/apis/NAME.json`. Null for other JSON.
 * @throws DialogramError CANNOT_READ or BAD_FILE with the place in the file
 */
export async function readFlowFile(path: string, signal: AbortSignal): Promise<Flow | null> {
  const value = await readJson(path, NEXT_STEP, signal);
  const name = basename(path, '.json');
  const star = starSchema.safeParse(value);
  if (star.success) {
    const api = resolve(dirname(path), '../../apis/apis', `${name}.json`);
    return importStarTask({
      name,
      ...star.data,
      wordings: await readWordings(join(dirname(path), 'wizard_nlu_training_data.md')),
      api: existsSync(api) ? apiSchema.parse(await readJson(api, NEXT_STEP, signal)) : null,
    });
  }
  if (!z.object({ nodes: z.unknown() }).safeParse(value).success) return null;
  const parsed = parseFlow(value);
  if ('flow' in parsed) return parsed.flow.name === '' ? { ...parsed.flow, name } : parsed.flow;
  throw new DialogramError('BAD_FILE', `${path} cannot be read as a flow: ${parsed.problem}.`, {
    place: `${path}: ${parsed.place}`,
    value: parsed.value,
    nextStep: parsed.nextStep,
  });
}

/** Example wordings by reply, as STAR lists them: "## intent:NAME", then lines "- wording". */
async function readWordings(path: string): Promise<Record<string, string[]>> {
  const wordings: Record<string, string[]> = {};
  if (!existsSync(path)) return wordings;
  let own: string[] = [];
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const intent = /^## intent:(\S+)/.exec(line)?.[1];
    if (intent !== undefined) {
      own = [];
      wordings[intent] = own;
    } else if (line.startsWith('- ')) own.push(line.slice(2).trim());
  }
  return wordings;
}
