import type { RunId } from '#shared/domain/ids.ts';
import { projectService } from '../project.ts';
import type { Elsewhere } from '../providers/requests/elsewhere.ts';

/** The runs whose prompts are in other hands at this moment; none of them sends anything. */
export const elsewhereRuns = projectService(() => new Map<RunId, Elsewhere>());
