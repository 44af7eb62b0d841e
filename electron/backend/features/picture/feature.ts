import type { z } from 'zod';
import {
  learnInputSchema,
  type PictureResult,
  pictureContract,
  pictureInputSchema,
} from '#shared/contract/automata.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { defineFeature } from '../../feature.ts';
import { type JobContext, type JobKind, stageOf } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { annotatedShare } from '../../store/corpus/turn-table.ts';
import { runLearning } from '../automata/index.ts';
import { runTagging } from '../tagging/index.ts';
import { renewTopics } from '../topics/index.ts';

type PictureInput = z.infer<typeof pictureInputSchema>;

/** With fewer labeled turns, most turns would be missing from the graph. */
const LEAST_LABELLED = 1 / 3;

/** Learns an overview from the file's labels, or from moves if too few turns have a label. */
async function makePicture(
  project: Project,
  { run, where }: PictureInput,
  context: JobContext,
): Promise<PictureResult> {
  const isLabelled = run === null && annotatedShare(project.database) >= LEAST_LABELLED;
  const tagger = isLabelled ? 'annotations' : 'moves';
  const tagged = run === null ? await runTagging(project, { tagger }, stageOf(context, 'Tagging')) : null;
  const input = learnInputSchema.parse({ run: tagged?.run ?? run, learner: 'overview', where });
  const learned = await runLearning(project, input, stageOf(context, 'Learning'));
  renewTopics(project, true);
  return { tagged, learned };
}

const pictureJob: JobKind<Project, PictureInput> = {
  kind: 'picture',
  params: pictureInputSchema,
  topics: ['project', 'runs', 'automata'],
  run: makePicture,
};

export const startPicture = ({ jobs }: Project, input: PictureInput): JobId =>
  jobs.start(pictureJob, 'Preparing the graph', input);

export const feature = defineFeature({
  contract: pictureContract,
  methods: { make: ({ input, project }) => ({ job: startPicture(project, input) }) },
  jobs: [pictureJob],
});
