import { pictureResultSchema } from '#shared/contract/picture.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Api } from '../../client/api.tsx';
import { closeDialog } from '../../commands/dialogs.tsx';
import { EXPLORE, showMode } from '../../project/mode.ts';
import { showAutomaton } from '../../project/view.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { useDoneJobs } from '../jobs/index.ts';

/**
 * Tags and learns in one job. Explore shows its progress, and the graph as soon as it is ready.
 * @param asked the tagging run, without which the dialogues are tagged first; and the filter of the
 * dialogues, empty for all
 */
export function makePicture(
  { client }: Pick<Api, 'client'>,
  asked: { readonly run?: RunId; readonly where?: string } = {},
): void {
  closeDialog();
  showMode(EXPLORE);
  client.picture.make(asked).catch(tellError);
}

/** Shows each graph that was requested since the page was loaded, once it is ready. */
export function ShowPicture() {
  useDoneJobs(PICTURE_JOBS, (jobs) => {
    for (const job of jobs) showAutomaton(pictureResultSchema.parse(job.result).learned.automaton);
  });
  return null;
}

const PICTURE_JOBS: readonly string[] = ['picture'];
