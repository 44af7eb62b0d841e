import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { type BuiltInTagger, builtInTaggerSchema, type TaggingResult } from '#shared/contract/tagging.ts';
import type { RoundId, RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { corpusFingerprint, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { annotationReader } from '../../store/corpus/utterance-table.ts';
import { discardRun, finishRun, startRun } from '../../store/runs/run-table.ts';
import { runTagWriter } from '../../store/tags/round-tags.ts';
import { countTaggedDialogues, summariseVocabulary } from '../../store/tags/run-vocabulary-table.ts';
import { tagNameOf } from '../../store/tags/tag-name.ts';
import { runWorker } from '../../workers/run-worker.ts';
import type { TaggingWork } from './tagging.worker.ts';

const taggingParamsSchema = z.object({ tagger: builtInTaggerSchema });

/** Told at once: learning would only fail later. */
const NO_TAG =
  'No tag was found, so there is nothing to learn from. Use the annotations of the file where it has some, or import more dialogues.';

interface TaggerOutcome {
  readonly utterancesTagged: number;
  readonly warnings: string[];
  /** What the tagger learned, kept with the run. */
  readonly model: unknown;
}

type Tagger = (project: Project, run: RunId, context: JobContext) => Promise<TaggerOutcome>;

const TAGGERS: Record<BuiltInTagger, Tagger> = { annotations: tagByAnnotations, offline: tagOffline };

/** Tags the whole project as a run; a run that is cancelled or fails leaves nothing. */
export async function runTagging(
  project: Project,
  { tagger }: z.infer<typeof taggingParamsSchema>,
  context: JobContext,
): Promise<TaggingResult> {
  const { database } = project;
  const started = performance.now();
  if (lastDialogue(database) === null) {
    throw new DialogramError('INVALID', 'There are no dialogues to tag.', {
      nextStep: 'Import a file first.',
    });
  }
  const run = startRun(database, {
    kind: 'tagging',
    params: { tagger },
    seed: null,
    inputFingerprint: corpusFingerprint(database),
    startedAt: new Date().toISOString(),
  });
  try {
    const { utterancesTagged, warnings, model } = await TAGGERS[tagger](project, run, context);
    context.signal.throwIfAborted();
    if (utterancesTagged === 0) warnings.push(NO_TAG);
    const vocabulary = database.transaction(() => {
      const size = summariseVocabulary(database, run);
      finishRun(database, run, new Date().toISOString(), {
        utterancesTagged,
        dialoguesTagged: countTaggedDialogues(database, run),
        vocabulary: size,
        warnings,
        model,
      });
      return size;
    })();
    return { run, utterancesTagged, vocabulary, warnings, seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    discardRun(database, run);
    throw error;
  }
}

const DIALOGUES_PER_CHUNK = 200;

/** "Annotations": the acts that the file gives its utterances. */
async function tagByAnnotations(
  { database }: Project,
  run: RunId,
  context: JobContext,
): Promise<TaggerOutcome> {
  const write = runTagWriter(database, run);
  const total = lastDialogue(database) ?? 0;
  const annotationsOf = annotationReader(database);
  let utterancesTagged = 0;
  for (let after = 0; after < total; after += DIALOGUES_PER_CHUNK) {
    const tagsOfRound = new Map<RoundId, string[]>();
    for (const { round, acts } of annotationsOf(after, after + DIALOGUES_PER_CHUNK)) {
      const names = acts.map(tagNameOf).filter((name) => name !== null);
      if (names.length > 0) utterancesTagged++;
      const tags = tagsOfRound.get(round) ?? [];
      for (const name of names) if (!tags.includes(name)) tags.push(name);
      tagsOfRound.set(round, tags);
    }
    write(tagsOfRound);
    context.report({ phase: 'reading annotations', done: Math.min(after, total), total, unit: 'dialogues' });
    await breathe();
    context.signal.throwIfAborted();
  }
  if (utterancesTagged === 0) {
    throw new DialogramError('INVALID', 'No utterance of this project carries annotations.', {
      nextStep: 'Use the offline tagger instead, or import a file whose turns have "acts".',
    });
  }
  return { utterancesTagged, warnings: [], model: null };
}

const ROUNDS_PER_CHUNK = 4000;

/** The offline tagger: fitted on this project, in worker threads. */
async function tagOffline(
  { database, path }: Project,
  run: RunId,
  context: JobContext,
): Promise<TaggerOutcome> {
  const tagged = await runWorker<TaggingWork>(
    new URL('./tagging.worker.ts', import.meta.url),
    { path },
    {
      signal: context.signal,
      onProgress: (progress) => context.report({ ...progress, unit: 'utterances' }),
    },
  );
  const warnings: string[] = [];
  const { foreignDialogues, dialogues } = tagged;
  if (foreignDialogues * 2 > dialogues) {
    throw new DialogramError(
      'UNSUPPORTED_LANGUAGE',
      `${foreignDialogues} of ${dialogues} dialogues are not in English, the only language the offline tagger knows.`,
      {
        value: `${foreignDialogues} of ${dialogues}`,
        nextStep: 'Use the annotations of the file where it has some.',
      },
    );
  }
  if (foreignDialogues > 0) {
    warnings.push(
      `${foreignDialogues} of ${dialogues} dialogues are not in English and were left without tags; the offline tagger knows English only.`,
    );
  }
  const write = runTagWriter(database, run);
  const total = tagged.roundIds.length;
  for (let start = 0; start < total; start += ROUNDS_PER_CHUNK) {
    const end = Math.min(total, start + ROUNDS_PER_CHUNK);
    write(
      Array.from(tagged.roundIds.subarray(start, end), (round, at): [RoundId, string[]] => {
        const tags = tagged.tagIds.subarray(tagged.offsets[start + at], tagged.offsets[start + at + 1]);
        return [round as RoundId, Array.from(tags, (id) => tagged.names[id] as string)];
      }),
    );
    context.report({ phase: 'writing tags', done: end, total, unit: 'rounds' });
    await breathe();
    context.signal.throwIfAborted();
  }
  return { utterancesTagged: tagged.utterancesTagged, warnings, model: tagged.model };
}

export const taggingJob: JobKind<Project, z.infer<typeof taggingParamsSchema>> = {
  kind: 'tagging',
  params: taggingParamsSchema,
  topics: ['project', 'runs'],
  run: runTagging,
};
