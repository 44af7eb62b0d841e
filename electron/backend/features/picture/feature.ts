import type { z } from 'zod';
import {
  learnInputSchema,
  type PictureResult,
  pictureContract,
  pictureInputSchema,
} from '#shared/contract/automata.ts';
import { defineFeature } from '../../feature.ts';
import { type JobContext, type JobKind, stageOf } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { hasAnnotations } from '../../store/corpus/utterance-table.ts';
import { runLearning } from '../automata/index.ts';
import { runTagging } from '../tagging/index.ts';

type PictureInput = z.infer<typeof pictureInputSchema>;

/** Learns a small overview, from the file's labels if there are any, otherwise from moves. */
async function makePicture(
  project: Project,
  { run, where }: PictureInput,
  context: JobContext,
): Promise<PictureResult> {
  const isLabelled = run === null && hasAnnotations(project.database);
  const tagger = isLabelled ? 'annotations' : 'moves';
  const tagged = run === null ? await runTagging(project, { tagger }, stageOf(context, 'Tagging')) : null;
  const input = learnInputSchema.parse({ run: tagged?.run ?? run, learner: 'overview', where });
  const learned = await runLearning(project, input, stageOf(context, 'Learning'));
  return { tagged, learned };
}

const pictureJob: JobKind<Project, PictureInput> = {
  kind: 'picture',
  params: pictureInputSchema,
  topics: ['project', 'runs', 'automata'],
  run: makePicture,
};

export const feature = defineFeature({
  contract: pictureContract,
  methods: {
    make: ({ input, project }) => ({ job: project.jobs.start(pictureJob, 'Preparing the graph', input) }),
  },
  jobs: [pictureJob],
});
