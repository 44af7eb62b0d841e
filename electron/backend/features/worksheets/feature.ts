import { writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { describeChange } from '#shared/algorithms/worksheets/files/describe-change.ts';
import { writeJsonTwin } from '#shared/algorithms/worksheets/files/json-twin.ts';
import { writeRows } from '#shared/algorithms/worksheets/files/rows.ts';
import { compile } from '#shared/algorithms/worksheets/runtime/compile.ts';
import {
  uncheckedValidations,
  validateWorksheets,
} from '#shared/algorithms/worksheets/validation/validate.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { worksheetsContract } from '#shared/contract/worksheets.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';
import { editorOf } from '../../editing/author.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { type OutputTarget, targetOf, writeOutput } from '../../output/target.ts';
import {
  knowledgeTables,
  readWorksheets,
  worksheetsAfter,
  writeKnowledge,
} from '../../store/edits/worksheet-table.ts';
import { chosen, type PurgedTables, stay } from '../../store/purge/purge-rules.ts';
import { describeApplication, requireApplication } from './application.ts';
import { csvOfCells, xlsxOfCells } from './cells.ts';
import { draft } from './draft.ts';
import { projectKnowledge } from './knowledge.ts';
import { type ReadFiles, readWorksheetFiles } from './read-files.ts';
import { hearAll, today } from './talk.ts';
import { worksheetAgent } from './worksheet-agent.ts';

const tables = {
  worksheet_sets: chosen('Those that tell of the purged.', ['name', 'content', 'edit_id']),
  knowledge_rows: stay('They come from files of their own, not from dialogues.', [
    'worksheet',
    'position',
    'content',
  ]),
} satisfies PurgedTables;

/** Keeps what files said; functions and tables alone go to the application of that name. */
function keep(by: Editor, name: string, read: ReadFiles) {
  const { database } = by.project;
  return database.transaction(() => {
    const old = readWorksheets(database).find((one) => one.name === name)?.set;
    const set: WorksheetSet = {
      worksheets: read.worksheets.length > 0 ? read.worksheets : (old?.worksheets ?? []),
      functions: read.functions.length > 0 ? read.functions : (old?.functions ?? []),
    };
    if (set.worksheets.length === 0) {
      throw new DialogramError('INVALID', 'None of the files has worksheets.', {
        nextStep: 'Give a file of worksheets with them, or --name an application that is there.',
      });
    }
    for (const [worksheet, rows] of read.tables) writeKnowledge(database, worksheet, rows);
    const change = worksheetsAfter(database, name, set);
    const outcome = commitEdit(by, 'worksheets', `Import the worksheets ${name}`, change ? [change] : []);
    return {
      ...outcome,
      application: describeApplication(name, set),
      tables: [...read.tables].map(([worksheet, rows]) => ({ worksheet, rows: rows.length })),
      notices: [...read.notices],
    };
  })();
}

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

interface Saved {
  readonly name: string;
  readonly set: WorksheetSet;
  readonly from: EditId | null;
}

/** Keeps what was edited, unless it was edited elsewhere meanwhile. */
function save(by: Editor, { name, set, from }: Saved) {
  const { database } = by.project;
  return database.transaction(() => {
    const old = readWorksheets(database).find((one) => one.name === name);
    if (old && from === null) {
      throw new DialogramError('ALREADY_EXISTS', `There are worksheets called "${name}" already.`, {
        value: name,
        nextStep: 'Choose another name.',
      });
    }
    if ((old?.edit ?? null) !== from) {
      throw new DialogramError('INVALID', `The worksheets "${name}" were changed elsewhere meanwhile.`, {
        value: name,
        nextStep: old
          ? 'Look at what stands there now, and change that.'
          : 'Undo their removal, or import them.',
      });
    }
    const change = worksheetsAfter(database, name, set);
    const description = describeChange(name, old?.set ?? null, set);
    return commitEdit(by, 'worksheets', description, change ? [change] : []);
  })();
}

export const feature = defineFeature({
  contract: worksheetsContract,
  methods: {
    import: async ({ input, session }) => {
      const paths = input.paths.map((path) => session.files.forReading(path));
      const read = await readWorksheetFiles(paths);
      const name = input.name ?? basename(paths[0]!, extname(paths[0]!));
      return keep(editorOf(session, input.reason), name, read);
    },
    list: ({ project: { database } }) => ({
      applications: readWorksheets(database).map(({ name, set }) => describeApplication(name, set)),
      tables: knowledgeTables(database),
    }),
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
        return commitEdit(by, 'worksheets', `Remove the worksheets ${name}`, change ? [change] : []);
      })();
    },
    run: ({ input, project: { database } }) => {
      const set = compile(requireApplication(database, input.worksheet).set);
      const settings = { today: input.today ?? today(), knowledge: projectKnowledge(database) };
      return { turns: hearAll(set, input.lines, settings) };
    },
  },
  agents: [worksheetAgent],
  edits: { worksheets: { topics: ['worksheets'], changesTags: 'never' } },
  tables,
});
