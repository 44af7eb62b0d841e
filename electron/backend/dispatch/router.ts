import { ORPCError } from '@orpc/server';
import { DialogramError, type ErrorCode, errorMap } from '#shared/contract/errors.ts';
import { translateError } from '../errors.ts';
import { agreementHandlers } from '../features/agreement/handlers.ts';
import { automataHandlers } from '../features/automata/handlers.ts';
import { comparisonHandlers } from '../features/comparison/handlers.ts';
import { corpusHandlers } from '../features/corpus/handlers.ts';
import { evaluationHandlers } from '../features/evaluation/handlers.ts';
import { historyHandlers } from '../features/history/handlers.ts';
import { jobsHandlers } from '../features/jobs/handlers.ts';
import { projectsHandlers } from '../features/projects/handlers.ts';
import { providersHandlers } from '../features/providers/handlers.ts';
import { purgeHandlers } from '../features/purge/handlers.ts';
import { reviewHandlers } from '../features/review/handlers.ts';
import { simulatorHandlers } from '../features/simulator/handlers.ts';
import { systemHandlers } from '../features/system/handlers.ts';
import { taggingHandlers } from '../features/tagging/handlers.ts';
import { vocabularyHandlers } from '../features/vocabulary/handlers.ts';
import { api } from './api.ts';

/** Sends our errors as the contract names them; anything else is a fault of ours, told without its insides. */
function toContractError(error: unknown, place: string): unknown {
  if (error instanceof ORPCError) return error;
  const translated = translateError(error, place);
  if (translated instanceof DialogramError) {
    return new ORPCError(translated.code, {
      message: translated.message,
      data: translated.detail,
      defined: isNamed(translated.code),
    });
  }
  console.error(error);
  return new ORPCError('INTERNAL', {
    defined: true,
    message: error instanceof Error ? error.message : String(error),
    data: {
      place: null,
      value: null,
      nextStep: 'Try again; if it happens again, report it with what you did.',
    },
  });
}

const isNamed = (code: string): code is ErrorCode => code in errorMap;

/** Every method of the contract with its implementation: parse input, call, parse output, name errors. */
export function createRouter() {
  const guarded = api.use(async ({ next, context }) => {
    try {
      return await next();
    } catch (error) {
      throw toContractError(error, context.session.place());
    }
  });
  return guarded.router({
    system: systemHandlers(api),
    projects: projectsHandlers(api),
    corpus: corpusHandlers(api),
    tagging: taggingHandlers(api),
    review: reviewHandlers(api),
    agreement: agreementHandlers(api),
    vocabulary: vocabularyHandlers(api),
    history: historyHandlers(api),
    automata: automataHandlers(api),
    comparison: comparisonHandlers(api),
    simulator: simulatorHandlers(api),
    evaluation: evaluationHandlers(api),
    purge: purgeHandlers(api),
    jobs: jobsHandlers(api),
    providers: providersHandlers(api),
  });
}

export type Router = ReturnType<typeof createRouter>;
