import type { RunId } from '#shared/domain/ids.ts';
import { projectService } from '../project.ts';
import type { Elsewhere } from '../providers/requests/elsewhere.ts';

/** The runs whose prompts are being answered elsewhere at this moment. None of them sends anything. */
export const elsewhereRuns = projectService(() => new Map<RunId, Elsewhere>());
