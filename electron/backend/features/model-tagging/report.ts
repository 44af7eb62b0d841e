import {
  type ModelRun,
  type ModelRunReport,
  modelTaggingSettingsSchema,
  type TaggedDialogue,
} from '#shared/contract/model-tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { Project } from '../../project.ts';
import { priceOf } from '../../providers/requests/price-of.ts';
import { countDialogues, dialogueHead } from '../../store/corpus/dialogue-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { accountOf } from '../../store/models/model-call-table.ts';
import { providerBatchesOf } from '../../store/models/provider-batch-table.ts';
import {
  dialoguesOfOutcome,
  flagReader,
  flagReasons,
  outcomeReader,
  runProgress,
} from '../../store/runs/model-tagging-table.ts';
import { runTagReader } from '../../store/tags/round-tags.ts';
import { allTags } from '../../store/tags/tag-table.ts';
import { hostOf, type ModelTaggingHost } from './host.ts';
import { tagsGiven } from './offered-vocabulary.ts';
import { pilotDialogues } from './pilot.ts';
import { type ModelRunRow, modelRuns } from './run-settings.ts';

type Standing = ReturnType<typeof modelRuns.standings>;

function presentRun(database: ReadDatabase, row: ModelRunRow, standing: Standing): ModelRun {
  const { params } = row;
  return {
    ...standing(row),
    warnings: modelRuns.outcomeOf(database, row.run)?.warnings ?? [],
    provider: params.providerName,
    model: params.model,
    variant: params.variant,
    prompt: params.prompt,
    masked: params.masked,
    settings: modelTaggingSettingsSchema.parse(params),
  };
}

export function presentRuns(project: Project): ModelRun[] {
  const { database } = project;
  const standing = modelRuns.standings(project);
  return modelRuns.list(database).map((row) => presentRun(database, row, standing));
}

/** Tags of an unfinished run are counted only if there are few of them. */
const FEW_DIALOGUES = 1500;
const TOP_TAGS = 40;

/** The account of a run at any point. */
export async function reportRun(project: Project, run: RunId): Promise<ModelRunReport> {
  const { database, providers, resources } = hostOf(project);
  const account = await accountOf(database, run, breathe);
  const row = modelRuns.require(database, run);
  const settings = row.params;
  const total = countDialogues(database, settings.lastDialogue);
  const { done, flagged, failed } = runProgress(database, run);
  const reasons = flagReasons(database, run);
  const ended = row.state === 'done';
  const tags = ended || done <= FEW_DIALOGUES ? tagsGiven(database, run, ended) : null;
  return {
    ...presentRun(database, row, modelRuns.standings(project)),
    dialogues: { total, done, flagged, failed, pilot: Math.min(settings.pilot, total) },
    flaggedRounds: reasons.reduce((sum, { count }) => sum + count, 0),
    flagReasons: reasons.slice(0, 20),
    ...account,
    failures: [...account.failures],
    price: priceIfKnown(providers, settings.provider, settings.model, resources),
    vocabulary: tags && { size: tags.length, top: tags.slice(0, TOP_TAGS) },
    batches: providerBatchesOf(database, run).map(({ state, requests, submittedAt, finishedAt }) => ({
      state,
      requests,
      submittedAt,
      finishedAt,
    })),
  };
}

/** Null too if the provider was removed since. */
function priceIfKnown(
  providers: ModelTaggingHost['providers'],
  provider: string,
  model: string,
  resources: string,
): ModelRunReport['price'] {
  try {
    return priceOf(providers.get(provider), model, resources);
  } catch {
    return null;
  }
}

/** Dialogues of a run with the tags that the model gave, as it gave them. */
export function resultsOf(
  database: ReadDatabase,
  run: RunId,
  which: 'pilot' | 'flagged' | 'failed',
  offset: number,
  limit: number,
): { total: number; items: TaggedDialogue[] } {
  const { params: settings } = modelRuns.require(database, run);
  const ids =
    which === 'pilot' ? pilotDialogues(database, settings) : dialoguesOfOutcome(database, run, which);
  const readRounds = roundReader(database, false);
  const outcomeOf = outcomeReader(database, run);
  const tagsOf = runTagReader(database, run);
  const flagOf = flagReader(database, run);
  const nameOf = new Map(allTags(database).map(({ id, name }) => [id, name]));
  const items = ids.slice(offset, offset + limit).flatMap((dialogue): TaggedDialogue[] => {
    const head = dialogueHead(database, dialogue);
    if (!head) return [];
    const rounds = readRounds(dialogue).map(({ id, role, text }) => ({
      role,
      text,
      tags: tagsOf(id).flatMap((tag) => nameOf.get(tag) ?? []),
      flag: flagOf(id),
    }));
    const { externalId, source } = head;
    return [{ dialogue, externalId, source, outcome: outcomeOf(dialogue), rounds }];
  });
  return { total: ids.length, items };
}
