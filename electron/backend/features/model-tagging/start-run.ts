import { createRandom } from '#shared/algorithms/random/random.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { ModelTaggingSettings } from '#shared/contract/model-tagging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { priceWithin } from '../../jobs/run-asking.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import { dialogueIdsUpTo, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { isOutstanding, noteEnded, providerBatchesOf } from '../../store/models/provider-batch-table.ts';
import { abandonRun } from '../../store/runs/model-tagging-table.ts';
import { keptPrompt } from '../prompts/index.ts';
import {
  type ModelTaggingHost,
  modelRuns,
  PROMPT_OF,
  type RunSettings,
  vocabularyToOffer,
} from './run-settings.ts';

/** Returns a random sample by the run's seed, ascending. Only a purge changes the sample. */
export function pilotDialogues(
  database: ReadDatabase,
  { seed, pilot, lastDialogue }: Pick<RunSettings, 'seed' | 'pilot' | 'lastDialogue'>,
): DialogueId[] {
  if (pilot === 0) return [];
  const ids = dialogueIdsUpTo(database, lastDialogue);
  const random = createRandom(seed);
  // The first steps of a shuffle are enough for a sample.
  for (let index = 0; index < Math.min(pilot, ids.length - 1); index++) {
    const other = index + random.integer(ids.length - index);
    [ids[index], ids[other]] = [ids[other]!, ids[index]!];
  }
  return ids.slice(0, pilot).sort((a, b) => a - b);
}

/** Checks a run's settings before it starts. @throws DialogramError INVALID, NOT_FOUND */
export function checkSettings(host: ModelTaggingHost, settings: ModelTaggingSettings): KeptProvider {
  const provider = host.providers.get(settings.provider);
  if (settings.batchFiles && !provider.takesBatches) {
    throw new DialogramError('INVALID', `${provider.name} is not set up for batch files.`, {
      place: 'batchFiles',
      nextStep: 'Turn batch files off here, or turn them on for this provider under Settings, Models.',
    });
  }
  priceWithin(host, settings, settings);
  return provider;
}

export function planModelRun(
  host: ModelTaggingHost,
  settings: ModelTaggingSettings,
): { params: RunSettings } {
  const { database, resources } = host;
  const provider = checkSettings(host, settings);
  const last = lastDialogue(database);
  if (last === null) {
    throw new DialogramError('INVALID', 'There are no dialogues to tag.', {
      nextStep: 'Import a file first.',
    });
  }
  const vocabulary = settings.variant === 'closed' ? vocabularyToOffer(database, settings.vocabularyRun) : [];
  const name = PROMPT_OF[settings.variant];
  const { version } = keptPrompt(database, resources, name);
  const params: RunSettings = {
    ...settings,
    tagger: 'model',
    providerName: provider.name,
    baseUrl: provider.baseUrl,
    prompt: { name, version },
    masked: provider.maskPersonalData,
    vocabulary,
    lastDialogue: last,
    pilotDone: false,
    finishNow: false,
  };
  return { params };
}

/** Ends a canceled run and tries to cancel its batch files at the provider. */
export function cancelModelRun(host: ModelTaggingHost, run: RunId): void {
  const { database, providers } = host;
  const row = modelRuns.list(database).find((candidate) => candidate.run === run);
  if (row?.state !== 'running') return;
  const outstanding = providerBatchesOf(database, run).filter(isOutstanding);
  abandonRun(database, run);
  for (const { id } of outstanding) noteEnded(database, id, 'cancelled');
  if (outstanding.length === 0) return;
  const cancel = async (): Promise<void> => {
    const { batches } = await providers.open(row.params.provider);
    const signal = AbortSignal.timeout(CANCEL_MS);
    await Promise.all(outstanding.map(({ remoteId }) => batches?.cancel(remoteId ?? '', { signal })));
  };
  cancel().catch((error: unknown) => {
    console.warn(`A batch file could not be canceled at its provider: ${String(error)}`);
  });
}

const CANCEL_MS = 30_000;
