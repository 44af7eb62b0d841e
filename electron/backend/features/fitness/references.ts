import { readDocument } from '#shared/algorithms/automaton/written/json.ts';
import { automatonFromParts } from '#shared/algorithms/automaton/written/serialise.ts';
import {
  type Reference,
  referenceOfAutomaton,
  referenceOfFlow,
  referenceOfSequences,
} from '#shared/algorithms/fitness/reference.ts';
import { knownTagReader, oneSymbolReader, type TurnReader } from '#shared/algorithms/overview/replay.ts';
import {
  type Activities,
  activitiesOf,
  activitiesRead,
  coveringCount,
  fittingCount,
  type Variant,
  variantsOf,
} from '#shared/algorithms/variants/variants.ts';
import type { Learner } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { FitnessReference } from '#shared/contract/fitness.ts';
import type { AutomatonStructure } from '#shared/domain/automaton.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { requireFlow } from '../../store/edits/designs/flow-table.ts';
import { loadAutomaton } from '../../store/runs/automaton-table.ts';
import { findRun, IMPORTED_AUTOMATON } from '../../store/runs/run-table.ts';
import { shownSymbols } from '../../store/runs/shown-symbols.ts';
import type { StoredTaggedRows } from '../../store/tags/learning-rows.ts';
import { dialoguesWhere } from '../filters/index.ts';

/** A reference that a thread can receive. An automaton comes with its learner, which decides how turns are read. */
export type NamedReference =
  | { readonly kind: 'automaton'; readonly automaton: RunId; readonly learner: Exclude<Learner, 'context'> }
  | Exclude<FitnessReference, { kind: 'automaton' }>;

/** Maximum number of states of a reference. Variants that would exceed it are left out. */
const MOST_STATES = 20_000;

export interface OpenReference {
  readonly reference: Reference;
  readonly log: Activities;
  /** The share of dialogues that the variants in use cover; null if all variants are in use. */
  readonly cutTo: number | null;
}

export function openReference(
  database: ReadDatabase,
  rows: StoredTaggedRows,
  named: NamedReference,
  run: { readonly id: RunId; readonly tagger: string },
): OpenReference {
  if (named.kind === 'automaton') {
    const stored = loadAutomaton(database, named.automaton);
    if (!stored)
      throw new DialogramError(
        'NOT_FOUND',
        `The data of automaton ${named.automaton} are missing from this project.`,
        { value: String(named.automaton), nextStep: 'Learn the automaton again.' },
      );
    const automaton = findRun(database, IMPORTED_AUTOMATON, named.automaton)
      ? readDocument(JSON.parse(stored.parts.header)).structure
      : automatonFromParts(stored.parts);
    return {
      reference: referenceOfAutomaton(automaton),
      log: activitiesRead(rows, readerOf(named.learner, automaton)),
      cutTo: null,
    };
  }
  if (named.kind === 'flow') {
    const reference = referenceOfFlow(requireFlow(database, named.flow).flow);
    const known = new Set(reference.steps.map(({ move }) => move.tag));
    // If the flow has none of a turn's tags, the turn counts as a move of its own.
    const read: TurnReader = (_, tags) => {
      const own = tags.filter((tag) => known.has(tag));
      return own.length > 0 ? own : tags.slice(0, 1);
    };
    return { reference: bounded(reference), log: activitiesRead(rows, read), cutTo: null };
  }
  const log = activitiesOf(rows, shownSymbols(database, run.id).symbols);
  const only = dialoguesWhere(database, named.among, run);
  const variants = variantsOf(
    log,
    false,
    (dialogue) => only?.has(rows.dialogueIds[dialogue] as DialogueId) ?? true,
  );
  const wanted = variants.slice(0, coveringCount(variants, named.cover));
  const taken = wanted.slice(0, fittingCount(wanted, MOST_STATES));
  const sequences = taken.map(({ dialogues }) => dialogues[0]!);
  return {
    reference: bounded(referenceOfSequences(log, sequences)),
    log,
    cutTo: taken.length < wanted.length ? dialoguesOf(taken) / dialoguesOf(variants) : null,
  };
}

const dialoguesOf = (variants: readonly Variant[]): number =>
  variants.reduce((sum, { dialogues }) => sum + dialogues.length, 0);

function bounded(reference: Reference): Reference {
  if (reference.steps.length === 0)
    throw new DialogramError(
      'INVALID',
      'No step of the reference has a label, so dialogues cannot be checked against it.',
      {
        place: 'reference',
        nextStep: 'Choose a different reference, such as one based on more dialogues.',
      },
    );
  if (reference.states <= MOST_STATES) return reference;
  throw new DialogramError(
    'INVALID',
    `The reference has ${formatCount(reference.states)} states. Dialogram can check dialogues against at most ${formatCount(MOST_STATES)} states.`,
    {
      place: 'reference',
      value: String(reference.states),
      nextStep: 'Choose a reference with fewer states.',
    },
  );
}

function readerOf(learner: Exclude<Learner, 'context'>, automaton: AutomatonStructure): TurnReader {
  switch (learner) {
    case 'overview':
    case 'merging':
      return oneSymbolReader(automaton);
    case 'dependency':
      return knownTagReader(automaton);
    case 'paper':
      return mostUsedFirst(automaton);
  }
}

/** Returns a turn's tags, ordered by how often the automaton uses them. */
function mostUsedFirst({ symbols, transitionSymbols, transitionSupport }: AutomatonStructure): TurnReader {
  const used = ROLES.map(() => new Map<string, number>());
  transitionSymbols.forEach((symbol, at) => {
    const { role, tag } = symbols[symbol]!;
    const counts = used[ROLES.indexOf(role)]!;
    counts.set(tag, (counts.get(tag) ?? 0) + transitionSupport[at]!);
  });
  return (role, tags) => {
    const counts = used[ROLES.indexOf(role)]!;
    return [...tags].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1));
  };
}
