import { DialogramError, type ErrorCode, type ErrorDetail } from '#shared/contract/errors.ts';

/** Errors lose their class between threads. `detail` exists for errors of the contract. */
export type Failure = { readonly message: string } & (
  | { readonly code: ErrorCode; readonly detail: ErrorDetail }
  | { readonly code: string | null; readonly detail: null }
);

export function toFailure(error: unknown): Failure {
  if (error instanceof DialogramError)
    return { code: error.code, message: error.message, detail: error.detail };
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  return { code, message: error instanceof Error ? error.message : String(error), detail: null };
}

/** Returns the error that was thrown in the other thread. */
export function failureOf(failure: Failure): Error {
  if (failure.detail !== null) return new DialogramError(failure.code, failure.message, failure.detail);
  // Errors lose their class between threads. Those of SQLite and of the file system are recognized by their code.
  return failure.code === null
    ? new DialogramError('INTERNAL', failure.message)
    : Object.assign(new Error(failure.message), { code: failure.code });
}
