interface ReadableError {
  readonly code: string | null;
  readonly message: string;
  readonly place: string | null;
  readonly value: string | null;
  readonly nextStep: string | null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

/**
 * Makes anything thrown readable. Contract errors have their details in `data` (from a call) or `detail` (from a job).
 */
export function readable(error: unknown): ReadableError {
  const fields = record(error);
  if (!fields) return { code: null, message: String(error), place: null, value: null, nextStep: null };
  const detail = record(fields.data) ?? record(fields.detail);
  return {
    code: textOf(fields.code),
    message: textOf(fields.message) ?? 'Something went wrong, and no reason was given.',
    place: textOf(detail?.place),
    value: textOf(detail?.value),
    nextStep: textOf(detail?.nextStep),
  };
}

export function detailsOf(error: ReadableError): Pick<ReadableError, 'place' | 'value' | 'nextStep'> {
  const unsaid = (text: string | null): string | null =>
    text === null || error.message.includes(text) ? null : text;
  const value = unsaid(error.value);
  return {
    place: unsaid(error.place),
    value: value !== null && /^[A-Z]+(_[A-Z]+)*$/.test(value) ? null : value,
    nextStep: unsaid(error.nextStep),
  };
}

/** True if someone cancelled it; then there is nothing to report. */
export function isCancelled(error: unknown): boolean {
  const fields = record(error);
  return fields?.name === 'AbortError' || fields?.code === 'CANCELLED';
}
