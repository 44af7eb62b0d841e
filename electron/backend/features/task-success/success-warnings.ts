import { findPlaceholders, PLACEHOLDER_CLASSES } from '#shared/algorithms/task-success/placeholders.ts';
import type { BeliefSource } from '#shared/algorithms/task-success/score-dialogue.ts';
import { quoted } from '../../formats/bytes/excerpt.ts';
import type { Predictions } from './read-predictions.ts';
import type { ReadReferences } from './read-references.ts';

/** Oddities in the files that do not stop the scoring; each sentence names the first place and what to do. */
interface SuccessWarnings {
  /** The words that may name a domain in a placeholder: those of tables and goals. */
  readonly domains: ReadonlySet<string>;
  belief(source: BeliefSource, withState: number, turns: number, chosen: boolean): void;
  all(): readonly string[];
}

interface Counted {
  count: number;
  readonly first: string;
}

export function createWarnings(
  { dialogues, withoutGoal, rejected }: ReadReferences,
  predictions: Predictions,
  tables: readonly { readonly domain: string }[],
): SuccessWarnings {
  const withTable = new Set(tables.map(({ domain }) => domain));
  const ofGoals = new Set(
    [...dialogues.values()].flatMap(({ goal }) => goal.domains.map(({ domain }) => domain)),
  );
  const domains = new Set([...withTable, ...ofGoals]);
  const warnings: string[] = [];

  if (rejected > 0) warnings.push(`Records of the dialogues file that could not be read: ${rejected}.`);
  if (withoutGoal.length > 0) {
    warnings.push(
      `Dialogues without a goal, left out: ${withoutGoal.length}, the first ${quoted(withoutGoal[0])}.`,
    );
  }
  const missing = [...dialogues.keys()].filter((id) => !predictions.has(id));
  if (missing.length > 0) {
    warnings.push(
      `Dialogues of the file that are not predicted: ${missing.length} of ${dialogues.size}, the first ${quoted(missing[0])}. The figures are those of the predicted ones.`,
    );
  }
  for (const domain of [...ofGoals].filter((one) => !withTable.has(one)).sort()) {
    warnings.push(
      `The goals speak of the domain ${quoted(domain)}, which has no table: it counts as informed. Add ${domain}_db.json where it should have one.`,
    );
  }

  const short = new Map<string, Counted>();
  const unknown = new Map<string, Counted>();
  const strange = new Map<string, Counted>();
  const count = (tally: Map<string, Counted>, key: string, place: string): void => {
    const counted = tally.get(key);
    if (counted) counted.count++;
    else tally.set(key, { count: 1, first: place });
  };
  for (const [id, turns] of predictions) {
    const reference = dialogues.get(id);
    if (reference && turns.length < reference.turns.length) {
      count(short, '', `${quoted(id)} with ${turns.length} of ${reference.turns.length}`);
    }
    turns.forEach(({ response, state, activeDomains }, at) => {
      const place = `${quoted(id)}, turn ${at + 1}`;
      for (const { written, stands } of findPlaceholders(response, domains)) {
        if (stands === null) count(unknown, written, place);
      }
      for (const domain of new Set([...(state?.keys() ?? []), ...(activeDomains ?? [])])) {
        if (!domains.has(domain)) count(strange, domain, place);
      }
    });
  }
  for (const { count: number, first } of short.values()) {
    warnings.push(
      `Dialogues with fewer predicted turns than the system has: ${number}, the first ${first}. The missing answers count as empty.`,
    );
  }
  for (const [written, { count: number, first }] of unknown) {
    warnings.push(
      `Nobody knows what ${quoted(written)} stands for: ${number} times, first in ${first}. It counts as words; write [domain_slot] or [slot], with a slot like ${PLACEHOLDER_CLASSES.slice(0, 6).join(', ')}.`,
    );
  }
  for (const [domain, { count: number, first }] of strange) {
    warnings.push(
      `Neither a table nor a goal knows the domain ${quoted(domain)}: ${number} times, first in ${first}. It counts for nothing; the domains are ${[...domains].sort().join(', ')}.`,
    );
  }
  return {
    domains,
    belief(source, withState, turns, chosen) {
      if (source === 'oracle' && chosen && withState > 0) {
        warnings.push(
          `Only ${withState} of ${turns} predicted turns have a "state": the annotated states of the file are taken for all.`,
        );
      }
      if (source === 'predictions' && withState < turns) {
        warnings.push(
          `${turns - withState} of ${turns} predicted turns have no "state": that of the turn before is taken; before the first nothing is believed.`,
        );
      }
    },
    all: () => warnings,
  };
}
