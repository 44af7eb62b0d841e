import { ORPCError, os, type Router } from '@orpc/server';
import { problemAt } from '#shared/contract/base.ts';
import type { Contract } from '#shared/contract/contract.ts';
import { DialogramError, type ErrorCode, errorMap } from '#shared/contract/errors.ts';
import { isCancellation, translateError } from '../errors.ts';
import type { Feature, RequestContext, ServedFeature } from '../feature.ts';
import { loggedError } from '../machine/log.ts';
import type { Session } from '../project.ts';

export type Features = { readonly [Name in keyof Contract]: ServedFeature<Contract[Name]> } & Readonly<
  Record<string, Feature>
>;

export type AppRouter = Router<Contract, RequestContext>;

/** Converts an error to one of the contract. Unknown errors are bugs, and their details are not sent. */
function toContractError(error: unknown, place: string, input: unknown, isCancelled: boolean): unknown {
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return refusedInput(error, input);
  if (error instanceof ORPCError && isNamed(error.code)) return error;
  const translated = isCancelled
    ? new DialogramError('CANCELLED', 'The request was canceled.')
    : translateError(error, place);
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
      nextStep: 'Try again. If this happens again, report the error and say what you did.',
    },
  });
}

/** Logs which method failed, and with which code. The caller gets the same code. */
function logFailure({ app }: Session, method: string, error: unknown, told: unknown): void {
  const code = told instanceof ORPCError ? told.code : null;
  app.log.write({ event: 'call-failed', method, error: { ...loggedError(error), code } });
}

/** Returns the error for a write that failed because a job was writing to the file; null for other errors. */
function refusedBesideJob(error: unknown, session: Session): DialogramError | null {
  const isRefused = error instanceof Error && 'code' in error && error.code === 'SQLITE_READONLY';
  return isRefused ? (session.currentProject()?.jobs.refusal() ?? null) : null;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly PropertyKey[];
}

function refusedInput(error: ORPCError<string, unknown>, input: unknown): ORPCError<string, unknown> {
  const [issue] = (error.data as { readonly issues?: readonly Issue[] } | undefined)?.issues ?? [];
  const path = issue?.path ?? [];
  return new ORPCError('INVALID', {
    defined: true,
    message: issue ? problemAt('This value', issue.message, '') : error.message,
    data: {
      place: path.length > 0 ? path.map(String).join('.') : null,
      value: path.some((key) => SECRET.test(String(key)))
        ? null
        : shortly(path.reduce<unknown>(partOf, input)),
      nextStep: 'Correct the value and try again.',
    },
    cause: error.cause,
  });
}

const partOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;

const LONGEST_VALUE = 200;
/** Fields whose value is never logged or sent. */
const SECRET = /key|secret|token|password/i;

/** Returns a value as short text. Objects become null, because they may contain secrets. */
function shortly(value: unknown): string | null {
  if (typeof value === 'object' || value === undefined) return null;
  const text = String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** No method takes a bigint or bytes, and zod fails on bytes where the contract wants an object. */
function refusedValue(value: unknown, place = ''): DialogramError | null {
  if (typeof value === 'bigint') return refusedAt(place, 'This number is too large.');
  if (ArrayBuffer.isView(value)) return refusedAt(place, 'Binary data is not allowed here.');
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === 'number' || typeof part === 'string') continue;
    const refused = refusedValue(part, place === '' ? key : `${place}.${key}`);
    if (refused !== null) return refused;
  }
  return null;
}

const refusedAt = (place: string, message: string): DialogramError =>
  new DialogramError('INVALID', message, { place, nextStep: 'Correct the value and try again.' });

const isNamed = (code: string): code is ErrorCode => code in errorMap;

/** Creates the router for all features. It validates input and output, and turns errors into those of the contract. */
export function createRouter(features: Features): AppRouter {
  const guarded = os
    .$context<RequestContext>()
    .use(async ({ next, context: { session }, path, signal }, input) => {
      try {
        const refused = refusedValue(input);
        if (refused !== null) throw refused;
        return await next();
      } catch (error) {
        const place = session.currentProject()?.path ?? session.files.workspace;
        const isCancelled =
          signal?.aborted === true || (isCancellation(error) && !(error instanceof DialogramError));
        const told = toContractError(refusedBesideJob(error, session) ?? error, place, input, isCancelled);
        session.currentProject()?.noteDamage(error);
        if (!isCancelled) logFailure(session, path.join('.'), error, told);
        throw told;
      }
    });
  const routers = Object.entries(features).flatMap(([name, { router }]) => (router ? [[name, router]] : []));
  // Guaranteed by `Features`.
  return guarded.router(Object.fromEntries(routers)) as AppRouter;
}
