import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { translateError } from '#backend/errors.ts';
import { readJson } from '#backend/formats/json/fields.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { DesignedFlow } from './flow-score.ts';

const flowSchema = z.object({
  task: z.string().optional(),
  graph: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

interface NamedFlow extends DesignedFlow {
  readonly names: readonly string[];
}

const NEXT_STEP =
  'Choose a folder of JSON files in the format of STAR: {"task": name, "graph": {node: next node or a list of them}}.';

/** Returns the flows in a folder and its subfolders, by file name. @throws DialogramError if unreadable or without any */
export async function readFlows(folder: string, signal: AbortSignal): Promise<Map<string, NamedFlow>> {
  const flows = new Map<string, NamedFlow>();
  let files: string[];
  try {
    files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json')).sort();
  } catch (error) {
    throw translateError(error, folder);
  }
  for (const file of files) {
    const parsed = flowSchema.safeParse(await readJson(join(folder, file), NEXT_STEP, signal));
    if (!parsed.success) continue;
    const { task, graph } = parsed.data;
    const arrows = Object.entries(graph).flatMap(([from, next]) =>
      [next].flat().map((to) => [from, to] as const),
    );
    const name = basename(file, '.json');
    flows.set(name, { arrows, names: task === undefined ? [name] : [name, task] });
  }
  if (flows.size > 0) return flows;
  throw new DialogramError('BAD_FILE', `There is no flow in ${folder}.`, {
    place: folder,
    nextStep: NEXT_STEP,
  });
}
