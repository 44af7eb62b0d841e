import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeChange } from '#shared/algorithms/worksheets/files/describe-change.ts';
import { writeJsonTwin } from '#shared/algorithms/worksheets/files/json-twin.ts';
import { writeRows } from '#shared/algorithms/worksheets/files/rows.ts';
import { compile } from '#shared/algorithms/worksheets/runtime/compile.ts';
import {
  uncheckedValidations,
  validateWorksheets,
} from '#shared/algorithms/worksheets/validation/validate.ts';
import type { InputOf } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { WORKSHEET_PROMPTS, worksheetsContract } from '#shared/contract/worksheets.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId, EditId, RunId } from '#shared/domain/ids.ts';
import type { DraftedWorksheet, WorksheetSet } from '#shared/domain/worksheet.ts';
import { commitEdit, type Editor, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { refusedWhereStopped } from '../../jobs/run-asking.ts';
import { type OutputTarget, targetOf, writeOutput } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { recordsFrom } from '../../store/edits/designs/knowledge-search.ts';
import {
  knowledgeAfter,
  listKnowledge,
  removeUnfinishedSources,
} from '../../store/edits/designs/knowledge-table.ts';
import { readWorksheets, worksheetsAfter } from '../../store/edits/designs/worksheet-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { automatonCache, dialoguesAt } from '../automata/index.ts';
import { methodsOfPrompts } from '../prompts/index.ts';
import { describeApplication, knowledgeOf, requireApplication, requireKnowledge } from './application.ts';
import { csvOfCells, xlsxOfCells } from './cells.ts';
import { type KeptSource, keepSource } from './knowledge/keep-knowledge.ts';
import { outsideCalls } from './outside-calls.ts';
import { type ReadFiles, readWorksheetFiles } from './read-files.ts';
import { hearAll, today } from './talk.ts';
import { worksheetAgent } from './worksheet-agent.ts';
import { openWorksheetModel } from './worksheet-model.ts';

type DraftInput = InputOf<(typeof worksheetsContract)['draft']>;

async function draft(
  project: Project,
  { name, where, run, states }: DraftInput,
  signal: AbortSignal | undefined,
): Promise<DraftedWorksheet> {
  const { id, tagger } = requireTaggingRun(project.database, run);
  const today = new Date().toISOString().slice(0, 10);
  const chosen = states && turnsAt(project, states.automaton, states.ids);
  // The names of moves and of word tags do not say what is requested.
  const byTags = tagger === 'annotations' || tagger === 'model';
  const drafted = await readInThread(
    project.path,
    'worksheetDraft',
    'draftFromHistory',
    [where, { id, tagger }, chosen, { byTags, name, today }],
    { signal },
  );
  if (drafted.fields.length > 0) return drafted;
  throw new DialogramError(
    'INVALID',
    drafted.dialogues === 0
      ? 'No dialogue passes the filter and goes through these states.'
      : `In ${formatAmount(drafted.dialogues, 'dialogue')}, no question of the agents is common enough to become a field.`,
    {
      value: where || null,
      nextStep:
        drafted.dialogues === 0
          ? 'Choose other dialogues or states.'
          : 'Choose more dialogues, or run the Moves tagger so that the tags show what agents ask for.',
    },
  );
}

function turnsAt(
  project: Project,
  automaton: RunId | null,
  states: readonly number[],
): ReadonlyMap<DialogueId, ReadonlySet<number>> {
  const loaded = project.use(automatonCache).load(automaton);
  const wanted = new Set(states);
  const dialogues = new Set(states.flatMap((state) => dialoguesAt(loaded, { state })));
  return new Map(
    [...dialogues].map((dialogue) => {
      const index = loaded.indexOf(dialogue);
      const visits = index === undefined ? [] : loaded.view.visitsOf(index);
      return [dialogue, new Set(visits.filter(({ state }) => wanted.has(state)).map(({ turn }) => turn))];
    }),
  );
}

const EXAMPLE = 'support';

type ImportInput = InputOf<typeof worksheetsContract.import>;

/** Stores files as one edit. Files without worksheets go to an existing application. */
async function keep(by: Editor, { name: named, to }: Pick<ImportInput, 'name' | 'to'>, read: ReadFiles) {
  const { database } = by.project;
  const name = named ?? read.name ?? (isThere(database, to) ? to : onlyApplication(database, read));
  if (read.worksheets.length === 0 && !isThere(database, name) && (named !== null || !areTables(read)))
    throw noWorksheets();
  const kept: KeptSource[] = [];
  for (const source of read.sources) kept.push(await keepSource(database, source));
  return database.transaction(() => {
    const old = readWorksheets(database).find((one) => one.name === name)?.set;
    const set: WorksheetSet = {
      worksheets: read.worksheets.length > 0 ? read.worksheets : (old?.worksheets ?? []),
      functions: read.functions.length > 0 ? read.functions : (old?.functions ?? []),
    };
    const isApplication = set.worksheets.length > 0;
    const change = isApplication && name !== null ? worksheetsAfter(database, name, set) : null;
    const changes = kept.flatMap(({ kind, name: source, id }) => {
      const application = kind === 'table' ? '' : (name ?? '');
      return knowledgeAfter(database, application, source, id) ?? [];
    });
    const what = change
      ? `the worksheets ${name}`
      : kept.map((one) => `the ${one.kind} ${one.name}`).join(', ');
    const outcome = commitEdit(by, change ? 'worksheets' : 'knowledge', `Import ${what}`, [
      change,
      ...changes,
    ]);
    const passages = kept.filter(({ kind }) => kind === 'document');
    return {
      ...outcome,
      application: isApplication && name !== null ? describeApplication(name, set) : null,
      tables: [
        ...kept.flatMap((one) => (one.kind === 'table' ? [{ worksheet: one.name, rows: one.records }] : [])),
        ...(passages.length === 0
          ? []
          : [{ worksheet: '', rows: passages.reduce((sum, { records }) => sum + records, 0) }]),
      ],
      notices: [...read.notices],
    };
  })();
}

const isThere = (database: ReadDatabase, application: string | null): boolean =>
  readWorksheets(database).some(({ name }) => name === application);

const areTables = ({ sources, functions }: ReadFiles): boolean =>
  functions.length === 0 && sources.every(({ kind }) => kind === 'table');

/** Null for files with only tables, which belong to no application. */
function onlyApplication(database: ReadDatabase, read: ReadFiles): string | null {
  const names = readWorksheets(database).map(({ name }) => name);
  if (names.length === 1) return names[0]!;
  if (areTables(read)) return null;
  if (names.length === 0) throw noWorksheets();
  throw new DialogramError(
    'INVALID',
    'None of the files contain worksheets, and the project has several applications.',
    {
      nextStep: `Use --name to choose the application for the files: ${names.join(', ')}.`,
    },
  );
}

const noWorksheets = (): DialogramError =>
  new DialogramError('INVALID', 'None of the files contain worksheets.', {
    nextStep: 'Import the files together with worksheets, or choose an existing application with --name.',
  });

async function write(target: OutputTarget, to: 'csv' | 'json' | 'xlsx', set: WorksheetSet) {
  const rows = to === 'json' ? [] : writeRows(set.worksheets);
  const content =
    to === 'json'
      ? `${JSON.stringify(writeJsonTwin(set), null, 2)}\n`
      : to === 'csv'
        ? csvOfCells(rows)
        : await xlsxOfCells(rows);
  return writeOutput(target, (temporary) => writeFileSync(temporary, content));
}

const checked = (set: WorksheetSet) => ({
  problems: [...validateWorksheets(set)],
  unchecked: [...uncheckedValidations(set)],
});

interface SaveInput {
  readonly name: string;
  readonly set: WorksheetSet;
  readonly from: EditId | null;
}

function save(by: Editor, { name, set, from }: SaveInput) {
  const { database } = by.project;
  return database.transaction(() => {
    const old = readWorksheets(database).find((one) => one.name === name);
    if (old && from === null) {
      throw new DialogramError('ALREADY_EXISTS', `There are already worksheets called "${name}".`, {
        value: name,
        nextStep: 'Choose another name.',
      });
    }
    if ((old?.edit ?? null) !== from) {
      throw new DialogramError('INVALID', `Somebody else changed the worksheets "${name}" in the meantime.`, {
        value: name,
        nextStep: old
          ? 'Look at the current version, then make your change again.'
          : 'Undo the removal, or import the worksheets again.',
      });
    }
    const change = worksheetsAfter(database, name, set);
    const description = describeChange(name, old?.set ?? null, set);
    return commitEdit(by, 'worksheets', description, [change]);
  })();
}

export const feature = defineFeature({
  contract: worksheetsContract,
  methods: {
    import: async ({ input, session }) => {
      const paths = input.paths.map((path) => session.files.forReading(path));
      return keep(editorOf(session, input.reason), input, await readWorksheetFiles(paths));
    },
    example: async ({ app, session }) => {
      const folder = join(app.resources, 'worksheets', EXAMPLE);
      const files = readdirSync(folder).filter((file) => !file.endsWith('.jsonl'));
      const read = await readWorksheetFiles(files.map((file) => join(folder, file)));
      const { edit, undo, redo } = await keep(editorOf(session), { name: EXAMPLE, to: null }, read);
      return { name: EXAMPLE, edit, undo, redo };
    },
    list: ({ project: { database } }) => ({
      applications: readWorksheets(database).map(({ name, set }) => describeApplication(name, set)),
      knowledge: listKnowledge(database).map(({ fingerprint: _, ...listed }) => listed),
    }),
    knowledge: ({ input: { id, offset, limit }, project: { database } }) => ({
      total: requireKnowledge(listKnowledge(database), id).records,
      items: recordsFrom(database, id, offset, limit).map(({ position, content }) => ({
        row: position + 1,
        content,
      })),
    }),
    forget: ({ input, session }) => {
      const by = editorOf(session, input.reason);
      const { database } = by.project;
      return database.transaction(() => {
        const held = requireKnowledge(listKnowledge(database), input.id);
        const change = knowledgeAfter(database, held.application, held.name, null);
        return commitEdit(by, 'knowledge', `Remove the ${held.kind} ${held.name}`, [change]);
      })();
    },
    validate: ({ input, project: { database } }) => {
      const { name, set } = requireApplication(database, input.worksheet);
      return { name, ...checked(set) };
    },
    read: ({ input, project: { database } }) => {
      const found = readWorksheets(database).find(({ name }) => name === input.name);
      return found ? { name: found.name, set: found.set, edit: found.edit, ...checked(found.set) } : null;
    },
    check: ({ input }) => checked(input.set),
    save: ({ input, session }) => save(editorOf(session, input.reason), input),
    export: async ({ input, project: { database }, session }) => {
      const { set } = requireApplication(database, input.worksheet);
      return { ...(await write(targetOf(session, input), input.to, set)), worksheets: set.worksheets.length };
    },
    draft: async ({ input, project, session, signal }) => {
      const target = input.target && targetOf(session, input.target);
      const drafted = await draft(project, input, signal);
      const written = input.target && target ? await write(target, input.target.to, drafted.set) : null;
      return { ...drafted, written };
    },
    remove: ({ input, session }) => {
      const by = editorOf(session, input.reason);
      const { database } = by.project;
      return database.transaction(() => {
        const { name } = requireApplication(database, input.worksheet);
        const change = worksheetsAfter(database, name, null);
        return commitEdit(by, 'worksheets', `Remove the worksheets ${name}`, [change]);
      })();
    },
    run: async ({ input, project, signal = new AbortController().signal }) => {
      const application = requireApplication(project.database, input.worksheet);
      const set = compile(application.set);
      const calls = outsideCalls(project, application.name, false, []);
      const settings = { today: input.today ?? today(), knowledge: knowledgeOf(project, application), calls };
      const { answerer, budgetUsd, budgetTokens } = input;
      const limits = { usd: budgetUsd, tokens: budgetTokens };
      const model = answerer && (await openWorksheetModel(project, answerer, { signal, limits }));
      return { turns: await refusedWhereStopped(hearAll(set, input.lines, settings, model)) };
    },
    ...methodsOfPrompts(WORKSHEET_PROMPTS),
  },
  agents: [worksheetAgent],
  edits: {
    worksheets: { topics: ['worksheets'], changesTags: 'never' },
    knowledge: { topics: ['worksheets'], changesTags: 'never' },
  },
  recover: ({ database }) => removeUnfinishedSources(database),
});
