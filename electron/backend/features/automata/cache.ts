import {
  dialoguesAtState,
  dialoguesOnTransition,
  type TrackedDialogues,
  trackDialogues,
} from '#shared/algorithms/automaton/reading/visits.ts';
import { createRouter } from '#shared/algorithms/automaton/routing/route.ts';
import { readDocument } from '#shared/algorithms/automaton/written/json.ts';
import { type AutomatonParts, automatonFromParts } from '#shared/algorithms/automaton/written/serialise.ts';
import { knownTagReader, oneSymbolReader, type TurnReader } from '#shared/algorithms/overview/replay.ts';
import { contextFromParts } from '#shared/algorithms/retrieval/context/context-parts.ts';
import {
  type AutomatonSummary,
  type ImportedFrom,
  type Learner,
  type LearnResult,
  learnerSchema,
} from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Automaton, AutomatonStructure } from '#shared/domain/automaton.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { projectService } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { automatonOrigin, loadAutomaton } from '../../store/runs/automaton-table.ts';
import {
  findAutomaton,
  findRun,
  IMPORTED_AUTOMATON,
  latestRun,
  listRuns,
  type RunRow,
} from '../../store/runs/run-table.ts';
import { type AutomatonView, createContextView, type Visit } from './context-view.ts';

const allTags: TurnReader = (_role, tags) => tags;

/** An automaton in which a dialogue is one path from q₀, turn by turn. */
export function createPaperView(automaton: Automaton, readTurn: TurnReader = allTags): AutomatonView {
  // Drawing needs counts only.
  let known: TrackedDialogues | null = null;
  const tracked = (): TrackedDialogues => {
    known ??= trackDialogues(automaton);
    return known;
  };
  return {
    ...createUntrackedView(automaton, readTurn),
    paths: automaton,
    dialoguesAtState: (state) => dialoguesAtState(tracked(), state),
    dialoguesOnTransition: (transition) => dialoguesOnTransition(tracked(), transition),
    visitsOf(dialogue) {
      const visits: Visit[] = [];
      for (let at = automaton.pathOffsets[dialogue]!; at < automaton.pathOffsets[dialogue + 1]!; at++) {
        visits.push({
          turn: automaton.pathTurns[at]!,
          state: automaton.pathStates[at]!,
          symbol: automaton.symbols[automaton.pathSymbols[at]!]!,
        });
      }
      return visits;
    },
  };
}

const NOBODY = new Int32Array(0);

/** An automaton without its dialogues, which can be drawn and used for routing. */
function createUntrackedView(structure: AutomatonStructure, readTurn: TurnReader): AutomatonView {
  return {
    structure,
    paths: null,
    readTurn,
    context: null,
    dialoguesAtState: () => NOBODY,
    dialoguesOnTransition: () => NOBODY,
    visitsOf: () => [],
    route({ turns, policy, before }) {
      const read = turns.map(({ role, tags }) => ({ role, tags: readTurn(role, tags) }));
      const router = createRouter(structure);
      const { support, ...route } = router.route(before === null ? read : read.slice(0, before), policy);
      return { ...route, tracked: support };
    },
  };
}

export interface LoadedAutomaton {
  readonly run: RunId;
  readonly learner: Learner;
  readonly view: AutomatonView;
  /** Set for an imported automaton, whose dialogues are not in the project. */
  readonly imported: ImportedDocument | null;
  /** The automaton's dialogue i is the project's dialogue `dialogueIds[i]`. */
  readonly dialogueIds: Int32Array;
  indexOf(dialogue: DialogueId): number | undefined;
}

interface ImportedDocument {
  readonly names: readonly string[];
  readonly header: string;
}

/** The function by which automata of each learner read a turn. A context automaton has its own reader. */
const READERS: Readonly<Record<Exclude<Learner, 'context'>, (automaton: AutomatonStructure) => TurnReader>> =
  {
    paper: () => allTags,
    overview: oneSymbolReader,
    dependency: knownTagReader,
    merging: oneSymbolReader,
  };

function viewOf(learner: Learner, parts: AutomatonParts): AutomatonView {
  if (learner === 'context') return createContextView(contextFromParts(parts));
  const automaton = automatonFromParts(parts);
  return createPaperView(automaton, READERS[learner](automaton));
}

/** The context learner's automata cannot be imported. */
function viewOfFile(learner: Learner, header: string): { view: AutomatonView; imported: ImportedDocument } {
  const { structure, names } = readDocument(JSON.parse(header));
  const readerOf = READERS[learner === 'context' ? 'paper' : learner];
  return { view: createUntrackedView(structure, readerOf(structure)), imported: { names, header } };
}

/** The number of automata in memory; one of 50,000 dialogues takes about 15 MB. */
const KEPT = 3;

export type AutomatonCache = ReturnType<typeof createAutomatonCache>;

export function createAutomatonCache(database: ReadDatabase) {
  const kept = new Map<RunId, LoadedAutomaton>();
  return {
    /** Returns an automaton, by default the latest. @throws NOT_FOUND if there is none */
    load(asked: RunId | null) {
      const { id: run, kind, params } = requireAutomatonRun(database, asked);
      const known = kept.get(run);
      if (known) {
        kept.delete(run);
        kept.set(run, known);
        return known;
      }
      const stored = loadAutomaton(database, run);
      if (!stored)
        throw new DialogramError('NOT_FOUND', `The data of automaton ${run} are missing from this project.`, {
          value: String(run),
          nextStep: 'Learn the automaton again.',
        });
      // Created on first use, because pictures do not need it.
      let indexes: Map<number, number> | null = null;
      const indexed = (): Map<number, number> =>
        new Map(Array.from(stored.dialogueIds, (id, index) => [id, index]));
      const learner = learnerSchema.parse(params.learner);
      const loaded: LoadedAutomaton = {
        run,
        learner,
        ...(kind === IMPORTED_AUTOMATON
          ? viewOfFile(learner, stored.parts.header)
          : { view: viewOf(learner, stored.parts), imported: null }),
        dialogueIds: stored.dialogueIds,
        indexOf(dialogue) {
          indexes ??= indexed();
          return indexes.get(dialogue);
        },
      };
      kept.set(run, loaded);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value as RunId);
      return loaded;
    },
  };
}

export const automatonCache = projectService(({ database }) => createAutomatonCache(database));

function requireAutomatonRun(database: ReadDatabase, run: RunId | null): RunRow {
  const row = run === null ? latestRun(database, 'automaton') : findAutomaton(database, run);
  if (run !== null) return inProject(row, 'automaton', run, 'List the automata to see all of them.');
  if (row) return row;
  throw new DialogramError('NOT_FOUND', 'No automaton has been learned yet.', {
    nextStep: 'Learn an automaton first.',
  });
}

function summarise(database: ReadDatabase, row: RunRow): AutomatonSummary {
  const origin = automatonOrigin(database, row.id);
  const { automaton: _, ...report } = row.result as LearnResult;
  const tagging = origin ? findRun(database, 'tagging', origin.taggingRun) : null;
  return {
    id: row.id,
    learner: String(row.params.learner),
    taggingRun: origin?.taggingRun as RunId,
    tagger: String(tagging?.params.tagger ?? ''),
    createdAt: row.startedAt,
    params: row.params,
    report,
    imported: row.kind === IMPORTED_AUTOMATON ? (row.params.imported as ImportedFrom) : null,
    stale:
      row.kind !== IMPORTED_AUTOMATON &&
      (origin?.corpusVersion !== versionOf(database, 'corpus_version') ||
        origin?.editVersion !== versionOf(database, 'edit_version')),
  };
}

export const automatonSummaries = (database: ReadDatabase): AutomatonSummary[] =>
  [...listRuns(database, 'automaton'), ...listRuns(database, IMPORTED_AUTOMATON)].map((row) =>
    summarise(database, row),
  );

export const automatonSummary = (database: ReadDatabase, run: RunId | null): AutomatonSummary =>
  summarise(database, requireAutomatonRun(database, run));

/** @throws INVALID for an imported automaton, whose dialogues are not in this project */
export function requireTracked(loaded: LoadedAutomaton): LoadedAutomaton {
  if (loaded.imported === null) return loaded;
  throw new DialogramError('INVALID', `Automaton ${loaded.run} was imported without its dialogues.`, {
    value: String(loaded.run),
    nextStep: 'Choose an automaton that was learned in this project, or learn one.',
  });
}
