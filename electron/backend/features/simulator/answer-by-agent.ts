import type { ColumnAnswer } from '#shared/contract/generation.ts';
import type { FeatureAgent } from '#shared/domain/agent.ts';
import type { Project } from '../../project.ts';
import { heardTurns, inForce, projectSimulator } from '../conversation/index.ts';
import { answerBySteps } from '../generation/index.ts';

/** What a feature's agent says to the simulated conversation, which it hears turn by turn. */
export async function answerByAgent(
  project: Project,
  agent: FeatureAgent,
  options: { readonly signal: AbortSignal },
): Promise<ColumnAnswer> {
  const heard = heardTurns(inForce(project.use(projectSimulator).conversation()));
  return (await answerBySteps(project, agent, heard, heard.length, options)).answer;
}
