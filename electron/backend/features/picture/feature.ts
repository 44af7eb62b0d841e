import { z } from 'zod';
import { learnInputSchema } from '#shared/contract/automata.ts';
import { type PictureResult, pictureContract } from '#shared/contract/picture.ts';
import { defineFeature } from '../../feature.ts';
import { type JobContext, type JobKind, stageOf } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { hasAnnotations } from '../../store/corpus/utterance-table.ts';
import { runLearning } from '../automata/index.ts';
import { runTagging } from '../tagging/index.ts';

/** Labels that people designed are learned as published; of what was found in words, an overview can be read. */
async function makePicture(project: Project, _params: unknown, context: JobContext): Promise<PictureResult> {
  const isLabelled = hasAnnotations(project.database);
  const tagger = isLabelled ? 'annotations' : 'offline';
  const tagged = await runTagging(project, { tagger }, stageOf(context, 'Tagging'));
  const input = learnInputSchema.parse({ run: tagged.run, learner: isLabelled ? 'paper' : 'overview' });
  const learned = await runLearning(project, input, stageOf(context, 'Learning'));
  return { tagged, learned };
}

const pictureJob: JobKind<Project, Record<string, never>> = {
  kind: 'picture',
  params: z.strictObject({}),
  topics: ['project', 'runs', 'automata'],
  run: makePicture,
};

export const feature = defineFeature({
  contract: pictureContract,
  methods: { make: ({ project }) => ({ job: project.jobs.start(pictureJob, 'Making the picture', {}) }) },
  jobs: [pictureJob],
});
