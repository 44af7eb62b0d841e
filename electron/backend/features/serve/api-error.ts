import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import type { ModelFault } from '../../providers/model/model.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';

/** The error that a client of OpenAI's API gets if there is no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** Null if trying again is no use. */
  readonly retryAfterS: number | null;

  constructor(
    status: number,
    code: string | null,
    message: string,
    more: {
      readonly type?: string;
      readonly param?: string | null;
      readonly retryAfterS?: number | null;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.type = more.type ?? (status < 500 ? 'invalid_request_error' : 'server_error');
    this.param = more.param ?? null;
    this.retryAfterS = more.retryAfterS ?? null;
  }

  body(): object {
    const { message, type, param, code } = this;
    return { error: { message, type, param, code } };
  }
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  NOT_FOUND: 404,
  INVALID: 400,
  NOT_CONSENTED: 403,
  KEY_MISSING: 403,
  BUSY: 503,
};

/** Returns any error for clients; unforeseen ones reveal no internals. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof AskingStopped) {
    if (error.fault) return ofFault(error.fault);
    return new ApiError(429, error.code === 'budget' ? 'insufficient_quota' : null, error.message, {
      type: 'insufficient_quota',
      cause: error,
    });
  }
  if (error instanceof DialogramError) {
    const { nextStep } = error.detail;
    const message = nextStep ? `${error.message} ${nextStep}` : error.message;
    return new ApiError(STATUS[error.code] ?? 500, error.code.toLowerCase(), message, { cause: error });
  }
  if (error instanceof Error && error.name === 'TimeoutError')
    return new ApiError(504, 'timeout', 'The request took longer than this endpoint allows.');
  return new ApiError(500, null, 'Something went wrong in Dialogram.', { cause: error });
}

/** A key of ours that the model's server refuses is reported as a gateway error, not as the client's fault. */
export function ofFault(fault: ModelFault): ApiError {
  const told = (status: number, code: string): ApiError =>
    new ApiError(status, code, fault.message, {
      retryAfterS: fault.retryAfterMs === null ? null : Math.ceil(fault.retryAfterMs / 1000),
      cause: fault,
    });
  switch (fault.kind) {
    case 'not-found':
      return told(404, 'model_not_found');
    case 'bad-request':
      return told(400, fault.room ? 'context_length_exceeded' : 'bad_request');
    case 'rate-limited':
      return told(429, 'rate_limit_exceeded');
    case 'timeout':
      return told(504, 'timeout');
    default:
      return told(502, fault.kind === 'unauthorised' ? 'upstream_unauthorised' : 'upstream_failed');
  }
}
