import { z } from 'zod';
import { spellingOf } from '#shared/algorithms/model-tagging/check-answer.ts';
import { offeredTags, VOCABULARY_PLACE } from '#shared/algorithms/model-tagging/messages.ts';
import { dialogueIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  modelTaggingSettingsSchema,
  type PromptName,
  promptNameSchema,
  type TagVariant,
} from '#shared/contract/model-tagging.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import { type AskingHost, askingHostOf } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { ProviderBatchLimits } from '../../providers/model/model.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { abandonRun } from '../../store/runs/model-tagging-table.ts';
import { findTaggingRun } from '../../store/runs/tagging-runs.ts';
import { tagFrequencies } from '../../store/tags/run-vocabulary-table.ts';
import { readVocabulary, tagByName } from '../../store/tags/tag-table.ts';

export interface ModelTaggingHost extends AskingHost {
  /** The limits of batch files. Tests use smaller ones. */
  readonly batchLimits?: ProviderBatchLimits | undefined;
}

export const hostOf = (project: Project): ModelTaggingHost => ({
  ...askingHostOf(project),
  batchLimits: project.app.options.models?.batchLimits,
});

/** Returns the tags of a run under their current names, most frequent first. */
export function vocabularyToOffer(database: ReadDatabase, run: RunId | null): string[] {
  const source = findTaggingRun(database, run);
  if (!source) return [];
  const { archivedNames } = readVocabulary(database);
  const given = tagsGiven(database, source.id, true);
  return offeredTags(given.map(({ name }) => name).filter((name) => !archivedNames.has(name)));
}

/** Returns how often a run used each tag, by current names. @param ended if false, the tags are counted now */
export function tagsGiven(
  database: ReadDatabase,
  run: RunId,
  ended: boolean,
): { name: string; count: number }[] {
  const vocabulary = readVocabulary(database);
  const counts = new Map<string, number>();
  for (const { tag, count } of tagFrequencies(database, run, ended)) {
    const name = vocabulary.nameOf(tag);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

export function vocabularyAfterPilot(
  database: ReadDatabase,
  run: RunId,
  offered: readonly string[],
): string[] {
  const spellings = new Set(offered.map(spellingOf));
  const added = tagsGiven(database, run, false)
    .map(({ name }) => name)
    .filter((name) => !spellings.has(spellingOf(name)));
  return offeredTags([...offered, ...added]);
}

export function idsOfOffered(database: ReadDatabase, offered: readonly string[]): Map<string, TagId> {
  const ids = new Map<string, TagId>();
  for (const name of offered) {
    const id = tagByName(database, name);
    if (id !== null && !ids.has(spellingOf(name))) ids.set(spellingOf(name), id);
  }
  return ids;
}

export const PROMPT_OF: Readonly<Record<TagVariant, PromptName>> = {
  open: 'tagging',
  closed: 'tagging-closed',
};

export function checkPrompt(name: PromptName, text: string): void {
  if (name !== 'tagging-closed' || text.includes(VOCABULARY_PLACE)) return;
  throw new DialogramError('INVALID', 'The prompt does not say where to insert the list of tags.', {
    place: name,
    nextStep: `Write ${VOCABULARY_PLACE} where the list should appear.`,
  });
}

const runSettingsSchema = modelTaggingSettingsSchema.extend({
  tagger: z.literal('model'),
  /** The provider's name and address at the start of the run. The cache uses the address. */
  providerName: z.string(),
  baseUrl: z.string(),
  prompt: z.object({ name: promptNameSchema, version: z.int().positive() }),
  masked: z.boolean(),
  /** The offered tags, most frequent first. After a pilot, the pilot's own tags are included. */
  vocabulary: z.array(z.string()),
  /** The last dialogue of the run. Dialogues that were imported later are not part of it. */
  lastDialogue: dialogueIdSchema,
  pilotDone: z.boolean(),
  finishNow: z.boolean(),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

export type ModelRunRow = LastingRun<RunSettings>;

export const modelRuns = lastingRuns({
  kind: 'tagging',
  words: 'run',
  whose: ' of the model tagger',
  keeps: 'answers',
  params: runSettingsSchema,
  // Earlier versions did not store the last dialogue of a run.
  isOwn: ({ tagger, lastDialogue }) => tagger === 'model' && lastDialogue !== undefined,
  tagger: 'model',
  outcome: z.object({ warnings: z.array(z.string()) }),
  end: abandonRun,
});
