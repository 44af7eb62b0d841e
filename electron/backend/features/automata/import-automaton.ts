import { basename } from 'node:path';
import { z } from 'zod';
import {
  type AutomatonDocument,
  automatonToDocument,
  type ReadDocument,
  readDocument,
} from '#shared/algorithms/automaton/written/json.ts';
import { familiesOf, OTHER_TAG, UNTAGGED_TAG } from '#shared/algorithms/overview/one-symbol.ts';
import {
  type AutomatonImportResult,
  type ImportedFrom,
  learnerSchema,
  learnResultSchema,
} from '#shared/contract/automata.ts';
import { problemIn } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import { readJson } from '../../formats/json/fields.ts';
import type { Project } from '../../project.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { keepAutomaton } from '../../store/runs/automaton-table.ts';
import { IMPORTED_AUTOMATON } from '../../store/runs/run-table.ts';
import { taggingRuns } from '../../store/runs/tagging-runs.ts';
import { vocabularyOfRun } from '../../store/tags/run-vocabulary-table.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_TOLD = 20;
const NEXT_STEP = 'Choose an automaton that was exported as JSON.';

const words = z.string().max(1000);
const settingSchema = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]);

const aboutSchema = z.object({
  project: words.optional(),
  learner: words.optional(),
  tagger: words.optional(),
  params: z.record(words, settingSchema).optional(),
  createdAt: words.optional(),
  leftOut: words.optional(),
});
type About = z.infer<typeof aboutSchema>;

const reportSchema = learnResultSchema.omit({ automaton: true }).nullable();

const keptSchema = z.object({ about: aboutSchema, report: reportSchema });

export const importedAbout = (header: string): z.infer<typeof keptSchema> =>
  keptSchema.parse(JSON.parse(header));

/**
 * Stores a run that is never the latest automaton. By default, it is linked to the newest run with most of its tags.
 */
export async function importAutomaton(
  { database }: Project,
  { path, run: asked }: { readonly path: string; readonly run: RunId | null },
  signal: AbortSignal,
): Promise<AutomatonImportResult> {
  const written = await readJson(path, NEXT_STEP, signal, MOST_BYTES);
  const { structure, names } = readStructure(path, written);
  const { about, report } = readRest(path, written);
  const learner = learnerOf(path, about);
  const runs = taggingRuns(database).filter(({ id }) => asked === null || id === asked);
  if (runs.length === 0)
    throw new DialogramError(
      'NOT_FOUND',
      asked === null ? 'Nothing has been tagged yet.' : `There is no tagging run ${asked} in this project.`,
      {
        ...(asked === null ? {} : { value: String(asked) }),
        nextStep: 'Tag the dialogues first. An imported automaton needs their tags.',
      },
    );
  const vocabulary = readVocabulary(database);
  const [best] = runs
    .map(({ id }) => {
      const tags = vocabularyOfRun(database, id).map((tag) => vocabulary.nameOf(tag));
      return { run: id, unknown: unknownTags(structure.symbols, namesRead(tags)) };
    })
    .sort((a, b) => a.unknown.length - b.unknown.length || b.run - a.run);
  const { run: taggingRun, unknown } = best!;
  const from: ImportedFrom = {
    file: basename(path),
    project: about.project ?? null,
    tagger: about.tagger ?? null,
    learnedAt: about.createdAt ?? null,
    leftOut: about.leftOut ?? null,
  };
  const counted = { states: structure.stateCount, transitions: structure.transitionTargets.length };
  return database.transaction(() => {
    const document = automatonToDocument(structure, report, about, names);
    const params = { ...about.params, learner, imported: from };
    const stored = {
      taggingRun,
      corpusVersion: versionOf(database, 'corpus_version'),
      editVersion: versionOf(database, 'edit_version'),
      parts: { header: JSON.stringify(document), arrays: {} },
      dialogueIds: new Int32Array(0),
    };
    const row = { kind: IMPORTED_AUTOMATON, params, inputFingerprint: '' };
    const automaton = keepAutomaton(database, row, stored, {
      ...(report ?? unmeasured(counted)),
      ...counted,
    });
    return {
      automaton,
      ...counted,
      dialogues: structure.dialogueCount,
      taggingRun,
      tags: { total: structure.symbols.length, unknown: unknown.length, first: unknown.slice(0, MOST_TOLD) },
      from,
    };
  })();
}

function readStructure(path: string, written: unknown): ReadDocument {
  try {
    return readDocument(written);
  } catch (error) {
    if (error instanceof RangeError) throw badFile(path, error.message);
    throw error;
  }
}

function readRest(path: string, written: unknown): z.infer<typeof keptSchema> {
  const { about, report } = written as Partial<AutomatonDocument>;
  const read = keptSchema.safeParse({ about: about ?? {}, report: report ?? null });
  if (read.success) return read.data;
  throw badFile(path, problemIn(read.error, 'about'));
}

function learnerOf(path: string, { learner = 'paper' }: About) {
  if (learner === 'context')
    throw new DialogramError(
      'INVALID',
      'A context automaton cannot be imported, because the file does not contain the turns that the automaton uses.',
      {
        place: path,
        value: 'about.learner context',
        nextStep:
          'Export an automaton that was learned with a different learner, or learn the context automaton in this project.',
      },
    );
  const known = learnerSchema.safeParse(learner);
  if (known.success) return known.data;
  throw badFile(
    path,
    `about.learner is ${JSON.stringify(learner)}; expected ${learnerSchema.options.join(', ')}.`,
  );
}

const badFile = (path: string, why: string): DialogramError =>
  new DialogramError('BAD_FILE', `${basename(path)} does not contain an automaton: ${why}`, {
    place: path,
    value: why,
    nextStep: NEXT_STEP,
  });

/** Returns the names by which a turn with these tags can lead to a state, including families and "untagged". */
const namesRead = (tags: readonly string[]): ReadonlySet<string> =>
  new Set([...tags, ...tags.flatMap(familiesOf), OTHER_TAG, UNTAGGED_TAG]);

/** Returns each unknown tag once, in the order of the alphabet. */
function unknownTags(symbols: readonly SymbolInfo[], known: ReadonlySet<string>): string[] {
  return [...new Set(symbols.map(({ tag }) => tag))].filter((tag) => !known.has(tag));
}

const unmeasured = ({ states, transitions }: { readonly states: number; readonly transitions: number }) => ({
  states,
  transitions,
  statesBeforeMerging: states,
  statesBeforeClosure: states,
  candidates: 0,
  accepted: 0,
  forced: 0,
  largestStateShare: 0,
  warnings: [],
  advice: [],
  seconds: 0,
  learningSeconds: 0,
  peakMb: 0,
  reach: null,
  size: null,
  untagged: null,
  notDrawn: null,
});
