import { type AskingHost, askingHostOf } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { ProviderBatchLimits } from '../../providers/model/model.ts';

/** The parts of the app that the model tagger needs. */
export interface ModelTaggingHost extends AskingHost {
  /** Smaller files in tests. */
  readonly batchLimits?: ProviderBatchLimits | undefined;
}

/** Returns the parts of an open project that the model tagger needs. */
export const hostOf = (project: Project): ModelTaggingHost => ({
  ...askingHostOf(project),
  batchLimits: project.app.options.models?.batchLimits,
});
