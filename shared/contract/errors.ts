import { z } from 'zod';

/** The details of an error: where it happened, the wrong value and the next step. Each is null if there is none. */
export const errorDetailSchema = z.object({
  place: z.string().nullable(),
  value: z.string().nullable(),
  nextStep: z.string().nullable(),
});
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

const detail = { data: errorDetailSchema };

export const errorMap = {
  NO_PROJECT: detail,
  PROJECT_IN_USE: detail,
  PROJECT_NEWER: detail,
  /** The project's file was moved, deleted or replaced. The app stops writing. */
  PROJECT_MOVED: detail,
  NOT_A_PROJECT: detail,
  PROJECT_DAMAGED: detail,
  ALREADY_EXISTS: detail,
  NOT_FOUND: detail,
  /** The file cannot be written: it is read-only, outside the workspace, or the person has no permission. */
  CANNOT_WRITE: detail,
  CANNOT_READ: detail,
  DISK_FULL: detail,
  BAD_FILE: detail,
  /** A parameter has a valid form but makes no sense here. */
  INVALID: detail,
  /** The tagger cannot do the corpus' language. */
  NOT_CONSENTED: detail,
  KEY_MISSING: detail,
  PROVIDER_FAILED: detail,
  CANCELLED: detail,
  BUSY: detail,
  INTERNAL: detail,
} as const;

export type ErrorCode = keyof typeof errorMap;

/** Any backend code may throw this error; the page receives it unchanged. */
export class DialogramError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, message: string, detail: Partial<ErrorDetail> = {}) {
    super(message);
    this.name = 'DialogramError';
    this.code = code;
    this.detail = { place: null, value: null, nextStep: null, ...detail };
  }
}
