import { type AskingHost, askingHostOf } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { ProviderBatchLimits } from '../../providers/model/model.ts';

/** What the model tagger needs of the app. */
export interface ModelTaggingHost extends AskingHost {
  /** Smaller files in tests. */
  readonly batchLimits?: ProviderBatchLimits | undefined;
}

/** What the model tagger needs of an open project. */
export const hostOf = (project: Project): ModelTaggingHost => ({
  ...askingHostOf(project),
  batchLimits: project.app.options.models?.batchLimits,
});
