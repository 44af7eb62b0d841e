import { ORPCError } from '@orpc/server';
import { DialogramError, type ErrorCode, errorMap } from '#shared/contract/errors.ts';
import { translateError } from '../errors.ts';
import { agreementHandlers } from '../features/agreement/handlers.ts';
import { automataHandlers } from '../features/automata/handlers.ts';
import { batchHandlers } from '../features/batch/handlers.ts';
import { comparisonHandlers } from '../features/comparison/handlers.ts';
import { corpusHandlers } from '../features/corpus/handlers.ts';
import { evaluationHandlers } from '../features/evaluation/handlers.ts';
import { generationHandlers } from '../features/generation/handlers.ts';
import { historyHandlers } from '../features/history/handlers.ts';
import { jobsHandlers } from '../features/jobs/handlers.ts';
import { judgingHandlers } from '../features/judging/handlers.ts';
import { modelTaggingHandlers } from '../features/model-tagging/handlers.ts';
import { modulesHandlers } from '../features/modules/handlers.ts';
import { projectsHandlers } from '../features/projects/handlers.ts';
import { providersHandlers } from '../features/providers/handlers.ts';
import { purgeHandlers } from '../features/purge/handlers.ts';
import { reviewHandlers } from '../features/review/handlers.ts';
import { simulatorHandlers } from '../features/simulator/handlers.ts';
import { systemHandlers } from '../features/system/handlers.ts';
import { taggingHandlers } from '../features/tagging/handlers.ts';
import { vocabularyHandlers } from '../features/vocabulary/handlers.ts';
import { votesHandlers } from '../features/votes/handlers.ts';
import type { Session } from '../session.ts';
import { api } from './api.ts';

/** Sends our errors as the contract names them; anything else is a fault of ours, told without its insides. */
function toContractError(error: unknown, place: string, input: unknown): unknown {
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return refusedInput(error, input);
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

/** A write that the project's own purge keeps from the file, which is no read-only file for that. */
function refusedByPurge(error: unknown, session: Session): DialogramError | null {
  const isRefused = error instanceof Error && 'code' in error && error.code === 'SQLITE_READONLY';
  return isRefused ? (session.currentProject()?.jobs.besidePurge() ?? null) : null;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly PropertyKey[];
}

/** Input that the contract's schema refuses: its field is the place, what was found there the value. */
function refusedInput(error: ORPCError<string, unknown>, input: unknown): ORPCError<string, unknown> {
  const [issue] = (error.data as { readonly issues?: readonly Issue[] } | undefined)?.issues ?? [];
  const path = issue?.path ?? [];
  return new ORPCError('INVALID', {
    defined: true,
    message: issue?.message ?? error.message,
    data: {
      place: path.length > 0 ? path.map(String).join('.') : null,
      value: path.some((key) => SECRET.test(String(key)))
        ? null
        : shortly(path.reduce<unknown>(partOf, input)),
      nextStep: 'Correct it and do it again.',
    },
    cause: error.cause,
  });
}

const partOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;

const LONGEST_VALUE = 200;
/** Fields whose value is never repeated. */
const SECRET = /key|secret|token|password/i;

/** Single values only: a whole object may hold what must not be told. */
function shortly(value: unknown): string | null {
  if (typeof value === 'object' || value === undefined) return null;
  const text = String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

const isNamed = (code: string): code is ErrorCode => code in errorMap;

/** Every method of the contract with its implementation: parse input, call, parse output, name errors. */
export function createRouter() {
  const guarded = api.use(async ({ next, context }, input) => {
    try {
      return await next();
    } catch (error) {
      throw toContractError(refusedByPurge(error, context.session) ?? error, context.session.place(), input);
    }
  });
  return guarded.router({
    system: systemHandlers(api),
    projects: projectsHandlers(api),
    corpus: corpusHandlers(api),
    tagging: taggingHandlers(api),
    modelTagging: modelTaggingHandlers(api),
    review: reviewHandlers(api),
    agreement: agreementHandlers(api),
    vocabulary: vocabularyHandlers(api),
    history: historyHandlers(api),
    automata: automataHandlers(api),
    comparison: comparisonHandlers(api),
    generation: generationHandlers(api),
    votes: votesHandlers(api),
    simulator: simulatorHandlers(api),
    evaluation: evaluationHandlers(api),
    batch: batchHandlers(api),
    judging: judgingHandlers(api),
    purge: purgeHandlers(api),
    jobs: jobsHandlers(api),
    providers: providersHandlers(api),
    modules: modulesHandlers(api),
  });
}

export type Router = ReturnType<typeof createRouter>;
