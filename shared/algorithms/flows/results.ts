import type { FlowNode } from '../../domain/flow.ts';
import { templateSlots } from './flow-graph.ts';

export type FlowResult = Readonly<Record<string, unknown>> | null;

export const OUTCOME_PATTERNS = {
  /** Matches bad news. "Booked" alone is good news, but "booked at that time" and "fully booked" are bad. */
  bad: String.raw`\b(?:fail\w*|unavailable|unsuccessful|error|rejected|denied|cannot|could ?not|conflict\w*|booked (?:at|out|up|by)|(?:already|fully) booked|too small|sorry|not)\b|\bun(?:able|authori)`,
  nothing: String.raw`\b(?:nothing|no (?:results?|match(?:es)?|items?)|not found|none found)\b`,
  success: String.raw`\bsuccess`,
  noSuccess: String.raw`\bunsuccess|\bnot\b`,
  outcome: 'message|status|confirmation|result',
  flag: '^(?:ok|success|succeeded|successful)$',
  fault: '^(?:error|errors|fault)$',
} as const;

const BAD = new RegExp(OUTCOME_PATTERNS.bad);
const SUCCESS = new RegExp(OUTCOME_PATTERNS.success);
const NO_SUCCESS = new RegExp(OUTCOME_PATTERNS.noSuccess);
const OUTCOME = new RegExp(OUTCOME_PATTERNS.outcome, 'i');
const FLAG = new RegExp(OUTCOME_PATTERNS.flag, 'i');
const FAULT = new RegExp(OUTCOME_PATTERNS.fault, 'i');

export function soundsBad(text: string): boolean {
  const lower = text.toLowerCase().replaceAll('’', "'");
  if (SUCCESS.test(lower) && !NO_SUCCESS.test(lower)) return false;
  return BAD.test(lower);
}

/** True for the name of a field with the outcome of a function, such as "ReservationStatus". */
export const namesOutcome = (field: string): boolean => OUTCOME.test(field);

export function outcomeOf(result: Readonly<Record<string, unknown>>): string {
  return Object.entries(result)
    .filter(([key, value]) => typeof value === 'string' && namesOutcome(key))
    .map(([, value]) => String(value))
    .join(' ');
}

/** True if a function found nothing or reports a failure; false if it has not been called. */
export function isFailure(result: FlowResult | undefined): boolean {
  if (result === undefined) return false;
  if (result === null) return true;
  const says = Object.entries(result).some(
    ([key, value]) =>
      (value === false && (namesOutcome(key) || FLAG.test(key))) || (Boolean(value) && FAULT.test(key)),
  );
  return says || soundsBad(outcomeOf(result));
}

/** True for a node whose message repeats a function's outcome ("[message]"). Such a node also reports failures. */
export const tellsOutcome = (node: FlowNode): boolean =>
  'message' in node && templateSlots(node.message ?? '').some(namesOutcome);
