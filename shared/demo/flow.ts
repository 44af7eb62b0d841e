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
