import { WORKSHEET_PROMPTS, type WorksheetPrompt } from '#shared/contract/worksheets.ts';
import { answererTitle, type ModelAnswerer } from '#shared/domain/agent.ts';
import type { AgentCall, Project } from '../../project.ts';
import { type AgentAsking, openAgentModel } from '../generation/index.ts';
import { keptPrompt } from '../prompts/index.ts';

export interface WorksheetModel {
  readonly title: string;
  begin(): AgentAsking;
  prompt(name: WorksheetPrompt): string;
}

export interface ModelAccess {
  readonly model: WorksheetModel;
  readonly asking: AgentAsking;
}

/** @throws DialogramError NOT_FOUND, NOT_CONSENTED, KEY_MISSING for its provider */
export async function openWorksheetModel(
  project: Project,
  answerer: ModelAnswerer,
  call: AgentCall,
): Promise<WorksheetModel> {
  const begin = await openAgentModel(project, answerer, call);
  const prompts = new Map(
    WORKSHEET_PROMPTS.map((name) => [name, keptPrompt(project.database, project.app.resources, name).text]),
  );
  return { title: answererTitle(answerer), begin, prompt: (name) => prompts.get(name) ?? '' };
}
