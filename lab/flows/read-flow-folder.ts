import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { translateError } from '#backend/errors.ts';
import { readFlowFile } from '#backend/features/flows/read-flow-file.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Flow } from '#shared/domain/flow.ts';

export async function readFlowFolder(folder: string, signal: AbortSignal): Promise<Flow[]> {
  let files: string[];
  try {
    files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json')).sort();
  } catch (error) {
    throw translateError(error, folder);
  }
  const flows: Flow[] = [];
  for (const file of files) {
    const flow = await readFlowFile(join(folder, file), signal);
    if (flow) flows.push(flow);
  }
  if (flows.length > 0) return flows;
  throw new DialogramError('BAD_FILE', `There is no flow in ${folder}.`, {
    place: folder,
    nextStep:
      'Use files with flows: {"nodes": […], "edges": […]}, or a task of STAR: {"task", "replies", "graph"}.',
  });
}
