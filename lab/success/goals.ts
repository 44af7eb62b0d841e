import type { Constraints } from './entity-database.ts';
import { classOfSlot, type PlaceholderClass } from './placeholders.ts';
import { alternativesOf, slotKey } from './slot-values.ts';

export interface DomainGoal {
  readonly domain: string;
  readonly constraints: Constraints;
  readonly requested: readonly PlaceholderClass[];
  /** True if the goal included a booking, so that a reference is requested too. */
  readonly books: boolean;
}

export type BeliefState = ReadonlyMap<string, Constraints>;

type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function constraintsOf(fields: unknown): Constraints {
  const constraints = new Map<string, readonly string[]>();
  if (!isFields(fields)) return constraints;
  for (const [slot, value] of Object.entries(fields)) {
    const allowed = alternativesOf(value);
    if (allowed.length > 0) constraints.set(slotKey(slot), allowed);
  }
  return constraints;
}

function requestedOf(slots: unknown, domain: string): PlaceholderClass[] {
  if (!Array.isArray(slots)) return [];
  const classes = slots.flatMap((slot) => {
    const stands = typeof slot === 'string' ? classOfSlot(slot, domain) : null;
    return stands === null ? [] : [stands];
  });
  return [...new Set(classes)];
}

function domainGoal(domain: string, goal: Fields): DomainGoal {
  return {
    domain,
    constraints: constraintsOf(goal.info),
    requested: requestedOf(goal.reqt, domain),
    books: isFields(goal.book) && Object.keys(goal.book).length > 0,
  };
}

type GoalLayout = 'by-domain' | 'flat';

export interface DialogueGoal {
  readonly layout: GoalLayout;
  readonly domains: readonly DomainGoal[];
}

/**
 * Reads `{domain: {info, reqt, book}}`, or `{info, reqt}` for the only one of `domains`.
 * Ignores texts, and wishes that are meant to fail.
 */
export function readGoal(goal: unknown, domains: readonly string[]): DialogueGoal | null {
  if (!isFields(goal)) return null;
  if (isFields(goal.info)) {
    if (domains.length !== 1) return null;
    return { layout: 'flat', domains: [domainGoal(domains[0].toLowerCase(), goal)] };
  }
  const read = Object.entries(goal)
    .filter((entry): entry is [string, Fields] => isFields(entry[1]) && isGoal(entry[1]))
    .map(([domain, fields]) => domainGoal(domain.toLowerCase(), fields))
    .sort((left, right) => (left.domain < right.domain ? -1 : 1));
  return read.length === 0 ? null : { layout: 'by-domain', domains: read };
}

const isGoal = (goal: Fields): boolean =>
  isFields(goal.info) || Array.isArray(goal.reqt) || isFields(goal.book);

/**
 * Reads `{domain: {slot: value}}`, also with MultiWOZ's `book` and `semi`, `{"domain.slot": value}`,
 * `{"domain-slot": value}`, and `{slot: value}` for the `only` domain.
 */
export function readState(state: unknown, only: string | null): BeliefState {
  const read = new Map<string, Map<string, readonly string[]>>();
  function slotsOf(domain: string): Map<string, readonly string[]> {
    let slots = read.get(domain);
    if (!slots) {
      slots = new Map();
      read.set(domain, slots);
    }
    return slots;
  }
  // A domain without values still counts: anything in it is acceptable.
  function put(domain: string, slot: string, value: unknown): void {
    const slots = slotsOf(domain);
    const allowed = alternativesOf(value);
    if (allowed.length > 0) slots.set(slot, allowed);
  }
  if (!isFields(state)) return read;
  for (const [key, value] of Object.entries(state)) {
    if (isFields(value)) {
      slotsOf(key.toLowerCase());
      for (const [slot, inner] of Object.entries(value)) {
        if (isFields(inner)) {
          const part = slot === 'book' ? 'book' : '';
          for (const [name, one] of Object.entries(inner)) put(key.toLowerCase(), slotKey(part + name), one);
        } else put(key.toLowerCase(), slotKey(slot), inner);
      }
      continue;
    }
    const [first, ...rest] = key.split(/[.-]/);
    if (rest.length > 0) put(first.toLowerCase(), slotKey(rest.join('')), value);
    else if (only !== null) put(only, slotKey(key), value);
  }
  return read;
}

/**
 * Estimates a turn's domain for predictions without domains (Nekvinda and Dušek 2021): the domain with a new value.
 * Of several such domains, the previous one wins, otherwise the one with most values (ties by name).
 * After several domains changed together, the turn gets the other one, once.
 */
export function estimateActiveDomains(
  states: readonly BeliefState[],
  only: string | null,
): readonly (readonly string[])[] {
  if (only !== null) return states.map(() => [only]);
  let current: string | null = null;
  let before: BeliefState = new Map();
  let changedBefore: readonly string[] = [];
  return states.map((state) => {
    const changed = [...state.keys()]
      .filter((domain) => hasNews(state.get(domain), before.get(domain)))
      .sort();
    if (changed.length > 0) {
      if (current === null || !changed.includes(current)) current = fullest(changed, state);
    } else if (current === null) {
      return [];
    } else if (changedBefore.length > 1) {
      const here: string = current;
      current = changedBefore.find((domain) => domain !== here && state.has(domain)) ?? here;
    }
    before = state;
    changedBefore = changed;
    return [current];
  });
}

function hasNews(now: Constraints | undefined, before: Constraints | undefined): boolean {
  return [...(now ?? [])].some(([slot, values]) => before?.get(slot)?.join('|') !== values.join('|'));
}

function fullest(domains: readonly string[], state: BeliefState): string {
  let best = domains[0];
  for (const domain of domains) {
    if ((state.get(domain)?.size ?? 0) > (state.get(best)?.size ?? 0)) best = domain;
  }
  return best;
}
