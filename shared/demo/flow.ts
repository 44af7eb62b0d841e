import type { Role } from '../domain/dialogue.ts';

export interface Step {
  readonly role: Role;
  /** The label, stored as the message's act. Never part of a text. */
  readonly label: string;
  readonly say: readonly string[];
  readonly next: Readonly<Record<string, number>>;
}

/** A side question that a customer may ask instead of answering, and the reply; the task then continues. */
interface Digression {
  readonly ask: Step;
  readonly answer: Step;
}

export interface Flow {
  readonly id: string;
  readonly domain: string;
  readonly topic: string;
  readonly start: Readonly<Record<string, number>>;
  readonly steps: Readonly<Record<string, Step>>;
  readonly digressions: readonly Digression[];
}

type StepBody = readonly [next: Readonly<Record<string, number>>, ...say: string[]];

/** Steps of the customer: `{ label: [next, …phrasings] }`. */
export function user(bodies: Readonly<Record<string, StepBody>>): Record<string, Step> {
  return steps('user', bodies);
}

export function agent(bodies: Readonly<Record<string, StepBody>>): Record<string, Step> {
  return steps('system', bodies);
}

function steps(role: Role, bodies: Readonly<Record<string, StepBody>>): Record<string, Step> {
  return Object.fromEntries(
    Object.entries(bodies).map(([id, [next, ...say]]) => [
      id,
      { role, label: id.replace(/~.*/, ''), say, next },
    ]),
  );
}

export function digression(
  ask: readonly [label: string, ...say: string[]],
  answer: readonly [label: string, ...say: string[]],
): Digression {
  const [askLabel, ...asked] = ask;
  const [answerLabel, ...answered] = answer;
  return {
    ask: { role: 'user', label: askLabel, say: asked, next: {} },
    answer: { role: 'system', label: answerLabel, say: answered, next: {} },
  };
}
