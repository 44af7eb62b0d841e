import { z } from 'zod';

/** The details of an error: where it happened, the wrong value and the next step. Each is null if there is none. */
export const errorDetailSchema = z.object({
  place: z.string().nullable(),
  value: z.string().nullable(),
  nextStep: z.string().nullable(),
});
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

const detail = { data: errorDetailSchema };

/** The named errors of the contract. Every method may answer with any of them. */
export const errorMap = {
  /** The method needs an open project. */
  NO_PROJECT: detail,
  /** Another window or process has the project file open. */
  PROJECT_IN_USE: detail,
  PROJECT_NEWER: detail,
  /** The file of the open project was moved, deleted or replaced; nothing is written any more. */
  PROJECT_MOVED: detail,
  NOT_A_PROJECT: detail,
  /** The project is not as it was saved; nothing was written into it. */
  PROJECT_DAMAGED: detail,
  ALREADY_EXISTS: detail,
  /** A file, dialogue, run, automaton, state, tag or job that is not there. */
  NOT_FOUND: detail,
  /** The place cannot be written: read-only, no permission, outside the workspace. */
  CANNOT_WRITE: detail,
  CANNOT_READ: detail,
  DISK_FULL: detail,
  /** The input file is empty, binary, or lacks what its format needs. */
  BAD_FILE: detail,
  /** A parameter that parses but makes no sense here. */
  INVALID: detail,
  /** The tagger cannot do the corpus' language. */
  /** A model's host the person has not agreed to send to; nothing was sent. */
  NOT_CONSENTED: detail,
  /** The model's server needs a key, and there is none. */
  KEY_MISSING: detail,
  /** A model's server answered with a fault, or not at all. */
  PROVIDER_FAILED: detail,
  CANCELLED: detail,
  /** Something else must end first. */
  BUSY: detail,
  /** A fault of ours. */
  INTERNAL: detail,
} as const;

export type ErrorCode = keyof typeof errorMap;

/** An error of the contract. It can be thrown anywhere in the backend and is sent unchanged. */
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
