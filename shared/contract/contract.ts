import type { ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import { agreementContract } from './agreement.ts';
import { automataContract } from './automata.ts';
import { method } from './base.ts';
import { batchContract } from './batch.ts';
import { comparisonContract } from './comparison.ts';
import { corpusContract } from './corpus.ts';
import { evaluationContract } from './evaluation.ts';
import { generationContract } from './generation.ts';
import { historyContract } from './history.ts';
import { jobsContract } from './jobs.ts';
import { judgingContract } from './judging.ts';
import { modelTaggingContract } from './model-tagging.ts';
import { modulesContract } from './modules.ts';
import { projectsContract } from './projects.ts';
import { providersContract } from './providers.ts';
import { purgeContract } from './purge.ts';
import { reviewContract } from './review.ts';
import { simulatorContract } from './simulator.ts';
import { taggingContract } from './tagging.ts';
import { vocabularyContract } from './vocabulary.ts';
import { votesContract } from './votes.ts';

export const systemContract = {
  info: method.output(
    z.object({
      version: z.string(),
      node: z.string(),
      sqlite: z.string(),
      schemaVersion: z.int(),
      shell: z.enum(['electron', 'browser', 'cli', 'test']),
      /** Where new projects land when only a name is given. */
      workspace: z.string(),
    }),
  ),
};

/** Every capability of the app, whichever door it is called through. */
export const contract = {
  system: systemContract,
  projects: projectsContract,
  corpus: corpusContract,
  tagging: taggingContract,
  modelTagging: modelTaggingContract,
  review: reviewContract,
  agreement: agreementContract,
  vocabulary: vocabularyContract,
  history: historyContract,
  automata: automataContract,
  comparison: comparisonContract,
  generation: generationContract,
  votes: votesContract,
  simulator: simulatorContract,
  evaluation: evaluationContract,
  batch: batchContract,
  judging: judgingContract,
  purge: purgeContract,
  jobs: jobsContract,
  providers: providersContract,
  modules: modulesContract,
};

export type Contract = typeof contract;
export type DialogramClient = ContractRouterClient<Contract>;
