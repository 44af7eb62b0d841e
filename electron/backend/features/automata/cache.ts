import type { AutomatonParts } from '#shared/algorithms/automaton/written/parts.ts';
import { automatonFromParts } from '#shared/algorithms/automaton/written/serialise.ts';
import { knownTagReader, oneSymbolReader, type RoundReader } from '#shared/algorithms/overview/read-round.ts';
import { contextFromParts } from '#shared/algorithms/retrieval/context/context-parts.ts';
import {
  type AutomatonSummary,
  type Learner,
  type LearnResult,
  learnerSchema,
} from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Automaton } from '#shared/domain/automaton.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { projectService } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { automatonOrigin, loadAutomaton } from '../../store/runs/automaton-table.ts';
import { findRun, INDEX_AUTOMATON, latestRun, listRuns, type RunRow } from '../../store/runs/run-table.ts';
import type { AutomatonView } from './automaton-view.ts';
import { createContextView } from './context-view.ts';
import { createPaperView } from './paper-view.ts';

/** An automaton as it is worked with, and whose dialogues it speaks of. */
export interface LoadedAutomaton {
  readonly run: RunId;
  readonly learner: Learner;
  readonly view: AutomatonView;
  /** The automaton's dialogue i is the project's dialogue `dialogueIds[i]`. */
  readonly dialogueIds: Int32Array;
  /** The automaton's index of a project's dialogue; undefined where it was not learned from. */
  indexOf(dialogue: DialogueId): number | undefined;
}

/** Parts of the store as a view, by learner. Completeness is checked where the parts are put together. */
const VIEWS: Readonly<Record<Learner, (parts: AutomatonParts) => AutomatonView>> = {
  paper: (parts) => createPaperView(automatonFromParts(parts)),
  context: (parts) => createContextView(contextFromParts(parts)),
  overview: (parts) => readPaths(parts, oneSymbolReader),
  dependency: (parts) => readPaths(parts, knownTagReader),
  merging: (parts) => readPaths(parts, oneSymbolReader),
};

function readPaths(parts: AutomatonParts, readerOf: (automaton: Automaton) => RoundReader): AutomatonView {
  const automaton = automatonFromParts(parts);
  return createPaperView(automaton, readerOf(automaton));
}

/** How many automata are kept in memory; one of 50,000 dialogues takes about 15 MB. */
const KEPT = 3;

export interface AutomatonCache {
  /** The asked automaton, or the latest; NOT_FOUND where there is none. */
  load(run: RunId | null): LoadedAutomaton;
}

export function createAutomatonCache(database: ReadDatabase): AutomatonCache {
  const kept = new Map<RunId, LoadedAutomaton>();
  return {
    load(asked) {
      const { id: run, params } = requireAutomatonRun(database, asked);
      const known = kept.get(run);
      if (known) {
        kept.delete(run);
        kept.set(run, known);
        return known;
      }
      const stored = loadAutomaton(database, run);
      if (!stored)
        throw new DialogramError('NOT_FOUND', `Automaton ${run} has no data.`, { value: String(run) });
      const indexes = new Map<number, number>();
      stored.dialogueIds.forEach((id, index) => {
        indexes.set(id, index);
      });
      const learner = learnerSchema.parse(params.learner);
      const loaded: LoadedAutomaton = {
        run,
        learner,
        view: VIEWS[learner](stored.parts),
        dialogueIds: stored.dialogueIds,
        indexOf: (dialogue) => indexes.get(dialogue),
      };
      kept.set(run, loaded);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value as RunId);
      return loaded;
    },
  };
}

/** The automata of an open project. */
export const automatonCache = projectService(({ database }) => createAutomatonCache(database));

function requireAutomatonRun(database: ReadDatabase, run: RunId | null): RunRow {
  const row =
    run === null
      ? latestRun(database, 'automaton')
      : (findRun(database, 'automaton', run) ?? findRun(database, INDEX_AUTOMATON, run));
  if (run !== null) return inProject(row, 'automaton', run, 'List the automata to see which there are.');
  if (row) return row;
  throw new DialogramError('NOT_FOUND', 'No automaton has been learned yet.', {
    nextStep: 'Learn one first.',
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
    stale:
      origin?.corpusVersion !== versionOf(database, 'corpus_version') ||
      origin?.editVersion !== versionOf(database, 'edit_version'),
  };
}

export const automatonSummaries = (database: ReadDatabase): AutomatonSummary[] =>
  listRuns(database, 'automaton').map((row) => summarise(database, row));

export const automatonSummary = (database: ReadDatabase, run: RunId | null): AutomatonSummary =>
  summarise(database, requireAutomatonRun(database, run));
