import type { Knowledge } from '#shared/algorithms/worksheets/runtime/state.ts';
import { validateWorksheets } from '#shared/algorithms/worksheets/validation/validate.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { KnowledgeId } from '#shared/domain/ids.ts';
import type { WorksheetSet } from '#shared/domain/worksheet.ts';
import type { Project } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { KnowledgeSource } from '../../store/edits/designs/knowledge-table.ts';
import { readWorksheets, type StoredWorksheets } from '../../store/edits/designs/worksheet-table.ts';
import { projectKnowledge } from './knowledge/project-knowledge.ts';

/** Returns an application by name, or the only one with that worksheet. @throws DialogramError NOT_FOUND or INVALID */
export function requireApplication(database: ReadDatabase, name: string): StoredWorksheets {
  const all = readWorksheets(database);
  const named = all.find((one) => one.name === name);
  if (named) return named;
  const holders = all.filter(({ set }) => set.worksheets.some((sheet) => sheet.name === name));
  if (holders.length === 1) return holders[0]!;
  if (holders.length > 1) {
    throw new DialogramError('INVALID', `Several applications have a worksheet "${name}".`, {
      value: name,
      nextStep: `Choose one of: ${holders.map((one) => one.name).join(', ')}.`,
    });
  }
  throw new DialogramError('NOT_FOUND', `This project has no worksheets "${name}".`, {
    value: name,
    nextStep:
      all.length > 0
        ? `Choose one of: ${all.map((one) => one.name).join(', ')}.`
        : 'Import worksheets first.',
  });
}

export const knowledgeOf = (project: Project, { name, set }: StoredWorksheets): Knowledge =>
  projectKnowledge(project, {
    application: name,
    tables: set.worksheets.filter(({ type }) => type === 'db').map((sheet) => sheet.name),
  });

export function requireKnowledge(all: readonly KnowledgeSource[], id: KnowledgeId): KnowledgeSource {
  const held = all.find((one) => one.id === id);
  if (held) return held;
  throw new DialogramError('NOT_FOUND', 'This table or document no longer exists.', {
    value: String(id),
    nextStep: 'Choose one from the list.',
  });
}

export function describeApplication(name: string, set: WorksheetSet) {
  const problems = validateWorksheets(set);
  return {
    name,
    worksheets: set.worksheets.map((sheet) => ({
      name: sheet.name,
      type: sheet.type,
      fields: sheet.fields.length,
    })),
    functions: set.functions.map((one) => one.name),
    errors: problems.filter(({ level }) => level === 'error').length,
    warnings: problems.filter(({ level }) => level === 'warning').length,
  };
}
