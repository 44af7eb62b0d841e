import type { EntityDatabase } from './entity-database.ts';
import type { BeliefState, DialogueGoal, DomainGoal } from './goals.ts';
import { findPlaceholders, type PlaceholderClass } from './placeholders.ts';

export interface AnsweredTurn {
  readonly response: string;
  readonly state: BeliefState;
  readonly activeDomains: readonly string[];
  readonly booked: ReadonlySet<string>;
}

export type InformReason =
  /** Everything in the last offer meets the goal. */
  | 'offer-fits'
  /** The goal names the venue itself. */
  | 'name-given'
  /** The domain has no entities to offer. */
  | 'nothing-to-offer'
  /** A train without an id, if no id was asked for. */
  | 'id-not-asked'
  /** Nothing meets the goal, and nothing was offered. */
  | 'rightly-none'
  | 'never-offered'
  /** The belief state finds nothing, or its domain is empty, at the offer. */
  | 'offer-unknown'
  /** The last offer can be something that does not meet the goal. */
  | 'offer-misses';

interface DomainVerdict {
  readonly domain: string;
  readonly inform: boolean;
  readonly because: InformReason;
  /** Slots the published evaluation asks for that were not given: phone, address, postcode, reference, train id. */
  readonly missing: readonly PlaceholderClass[];
  readonly missingOfAll: readonly PlaceholderClass[];
}

export interface DialogueVerdict {
  readonly domains: readonly DomainVerdict[];
  readonly inform: boolean;
  readonly success: boolean;
  readonly successOfAllSlots: boolean;
}

/** The slots of the published evaluation; it ignores other requested slots. */
const PUBLISHED_SLOTS: ReadonlySet<PlaceholderClass> = new Set([
  'phone',
  'address',
  'postcode',
  'reference',
  'trainid',
]);

const INFORMED: ReadonlySet<InformReason> = new Set([
  'offer-fits',
  'name-given',
  'nothing-to-offer',
  'id-not-asked',
  'rightly-none',
]);

interface DomainProgress {
  offered: readonly number[] | null;
  readonly given: Set<PlaceholderClass>;
}

/** Judges a dialogue by the rules of README.md (Nekvinda and Dušek 2021). `turns` are the system's answers in order. */
export function judgeDialogue(
  goal: DialogueGoal,
  turns: readonly AnsweredTurn[],
  database: EntityDatabase,
  domains: ReadonlySet<string>,
): DialogueVerdict {
  const progress = new Map<string, DomainProgress>(
    goal.domains.map(({ domain }) => [domain, { offered: null, given: new Set() }]),
  );
  for (const turn of turns) {
    const said = findPlaceholders(turn.response, domains);
    for (const [domain, done] of progress) {
      const isActive = turn.activeDomains.includes(domain);
      const classes = new Set(
        said
          .filter((one) => (one.domain === null ? isActive : one.domain === domain))
          .map((one) => one.stands),
      );
      const identity = database.tables.get(domain)?.identity ?? null;
      if (identity !== null && classes.has(identity)) done.offered = offerOf(domain, turn, done, database);
      for (const stands of classes) {
        if (stands === null || (stands === 'reference' && !turn.booked.has(domain))) continue;
        done.given.add(stands);
      }
    }
  }
  const verdicts = goal.domains.map((one) =>
    judgeDomain(one, progress.get(one.domain) as DomainProgress, database),
  );
  const inform = verdicts.every((verdict) => verdict.inform);
  return {
    domains: verdicts,
    inform,
    success: inform && verdicts.every(({ missing }) => missing.length === 0),
    successOfAllSlots: inform && verdicts.every(({ missingOfAll }) => missingOfAll.length === 0),
  };
}

/**
 * Returns the rows of an offer. An earlier offer stays if the new state finds all of it: the user only widened the
 * question.
 */
function offerOf(
  domain: string,
  turn: AnsweredTurn,
  { offered }: DomainProgress,
  database: EntityDatabase,
): readonly number[] {
  const state = turn.state.get(domain);
  const found = state ? database.find(domain, state) : [];
  if (offered === null || offered.length === 0) return found;
  const rows = new Set(found);
  return offered.every((row) => rows.has(row)) ? offered : found;
}

function judgeDomain(goal: DomainGoal, done: DomainProgress, database: EntityDatabase): DomainVerdict {
  const because = reasonOf(goal, done.offered, database);
  const asked: PlaceholderClass[] = [...goal.requested];
  if (goal.books && !asked.includes('reference')) asked.push('reference');
  const missingOfAll = asked.filter((slot) => !done.given.has(slot));
  return {
    domain: goal.domain,
    inform: INFORMED.has(because),
    because,
    missing: missingOfAll.filter((slot) => PUBLISHED_SLOTS.has(slot)),
    missingOfAll,
  };
}

function reasonOf(
  { domain, constraints, requested }: DomainGoal,
  offered: readonly number[] | null,
  database: EntityDatabase,
): InformReason {
  if (!database.canOffer(domain)) return 'nothing-to-offer';
  if (constraints.has('name')) return 'name-given';
  const isTrain = database.tables.get(domain)?.identity === 'trainid';
  if (isTrain && (offered === null || offered.length === 0) && !requested.includes('trainid')) {
    return 'id-not-asked';
  }
  const fitting = new Set(database.find(domain, constraints));
  if (fitting.size === 0 && (offered === null || offered.length === 0)) return 'rightly-none';
  if (offered === null) return 'never-offered';
  if (offered.length === 0) return 'offer-unknown';
  return offered.every((row) => fitting.has(row)) ? 'offer-fits' : 'offer-misses';
}
