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
  /** The method needs an open project. */
  NO_PROJECT: detail,
  /** Another window or process uses the project file. */
  PROJECT_IN_USE: detail,
  PROJECT_NEWER: detail,
  /** The project's file was moved, deleted or replaced. The app stops writing. */
  PROJECT_MOVED: detail,
  NOT_A_PROJECT: detail,
  /** The project file is damaged. Nothing was written. */
  PROJECT_DAMAGED: detail,
  ALREADY_EXISTS: detail,
  /** The file, dialogue, run, automaton, state, tag or job does not exist. */
  NOT_FOUND: detail,
  /** The file cannot be written: it is read-only, outside the workspace, or the person has no permission. */
  CANNOT_WRITE: detail,
  CANNOT_READ: detail,
  DISK_FULL: detail,
  /** The input file is empty, binary, or lacks what its format needs. */
  BAD_FILE: detail,
  /** A parameter has a valid form but makes no sense here. */
  INVALID: detail,
  /** The tagger cannot do the corpus' language. */
  /** The person has not agreed to send data to this host. Nothing was sent. */
  NOT_CONSENTED: detail,
  /** The model's server needs a key that is not set. */
  KEY_MISSING: detail,
  /** A model's server returned an error or did not answer. */
  PROVIDER_FAILED: detail,
  CANCELLED: detail,
  /** Something else must finish first. */
  BUSY: detail,
  /** A bug of the app. */
  INTERNAL: detail,
} as const;

export type ErrorCode = keyof typeof errorMap;

/** An error of the contract. Any backend code may throw it; the page receives it unchanged. */
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
