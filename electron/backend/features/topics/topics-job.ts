import { DialogramError } from '#shared/contract/errors.ts';
import { type TopicsResult, type TopicsSettings, topicsSettingsSchema } from '#shared/contract/topics.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { corpusFingerprint, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { asRun, finishRun } from '../../store/runs/run-table.ts';
import { TOPICS_RUN, topicWriter } from '../../store/topics/topic-table.ts';
import { inThread } from '../../workers/in-thread.ts';
import { sentenceVectors } from '../comparison/index.ts';

const DIALOGUES_PER_CHUNK = 2000;

/** Finds the topics of the whole project as a run; one that is canceled or fails leaves nothing. */
export async function runTopics(
  project: Project,
  { topics, encoder: name, seed }: TopicsSettings,
  context: JobContext,
): Promise<TopicsResult> {
  const { database, path } = project;
  if (lastDialogue(database) === null) {
    throw new DialogramError('INVALID', 'There are no dialogues to find topics in.', {
      nextStep: 'Import a file first.',
    });
  }
  const encoder = name && project.use(sentenceVectors).onThisMachine(name);
  const row = {
    kind: TOPICS_RUN,
    params: { topics, encoder: encoder?.title ?? null },
    seed,
    inputFingerprint: corpusFingerprint(database),
  };
  return asRun(database, row, async (run) => {
    const { model, dialogueIds, units, closeness, vectors } = await inThread(
      'topics',
      'topicsOfProject',
      [path, topics ?? 'auto', seed, encoder],
      {
        signal: context.signal,
        onProgress: (progress) => context.report({ ...progress, unit: 'dialogues' }),
      },
    );
    const write = topicWriter(database, run);
    const { dimensions, values } = vectors;
    for (let start = 0; start < dialogueIds.length; start += DIALOGUES_PER_CHUNK) {
      write(
        dialogueIds.slice(start, start + DIALOGUES_PER_CHUNK).map((dialogue, place) => {
          const at = start + place;
          return {
            dialogue,
            unit: units[at]!,
            closeness: closeness[at]!,
            vector: values.subarray(at * dimensions, (at + 1) * dimensions),
          };
        }),
      );
      await breathe();
      context.signal.throwIfAborted();
    }
    finishRun(database, run, new Date().toISOString(), { model });
    return {
      run,
      topics: new Set(model.units.map(({ topic }) => topic)).size,
      dialogues: dialogueIds.length,
      without: units.filter((unit) => unit < 0).length,
      stability: model.stability,
      encoder: model.encoder,
    };
  });
}

export const topicsJob: JobKind<Project, TopicsSettings> = {
  kind: 'topics',
  params: topicsSettingsSchema,
  topics: ['project', 'runs'],
  run: runTopics,
};
