import type { ImaginedChange, ImpactResult } from '#shared/contract/relearning.ts';
import type { RoundFilter } from '#shared/contract/round-filter.ts';
import type { PlannedEdit } from '#shared/contract/vocabulary.ts';
import type { RoundId, RunId, TagId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { latestRun } from '../../store/runs/run-table.ts';
import { isTagInUse, readVocabulary, tagByName } from '../../store/tags/tag-table.ts';
import { relearning } from '../automata/index.ts';
import { scopeOf } from './bulk.ts';
import { requireTag } from './tag-edits.ts';
import type { TaggedRun } from './tag-readings.ts';
import { vocabularyReader } from './vocabulary-reader.ts';

/** Returns the effect of an edit on an automaton, or on the latest; null if none was learned. */
export async function impactOf(
  project: Project,
  run: TaggedRun,
  edit: PlannedEdit,
  automaton: RunId | null,
): Promise<ImpactResult | null> {
  if (!latestRun(project.database, 'automaton')) return null;
  const change = await imagined(project, run, edit);
  return project.use(relearning).impact({ automaton, changes: [change] });
}

async function imagined(project: Project, run: TaggedRun, edit: PlannedEdit): Promise<ImaginedChange> {
  const nameOf = (tag: TagId): string => requireTag(project.database, tag).name;
  const passing = async (filter: RoundFilter): Promise<RoundId[]> => {
    const scope = await scopeOf(project, run, filter);
    const { ids } = await project.use(vocabularyReader).ask('rounds', {
      filter,
      scope,
      window: { offset: 0, limit: -1 },
    });
    return [...ids];
  };
  switch (edit.kind) {
    case 'rename': {
      const renamed = nameOf(edit.tag);
      // A free name may be that of an archived, unused tag, which keeps its mark.
      const other = tagByName(project.database, edit.name);
      const isFree = other === null || !isTagInUse(project.database, other);
      const isArchived = readVocabulary(project.database).archivedNames.has(renamed);
      const mark = isArchived ? { archive: [edit.name] } : { restore: [edit.name] };
      return {
        rounds: null,
        replace: [{ tag: renamed, by: edit.name }],
        add: [],
        ...(isFree ? mark : {}),
      };
    }
    case 'merge': {
      const names = new Set(edit.tags.map(nameOf));
      names.delete(edit.into);
      return { rounds: null, replace: [...names].map((tag) => ({ tag, by: edit.into })), add: [] };
    }
    case 'split':
      return {
        rounds: await passing(edit.filter),
        replace: [{ tag: nameOf(edit.tag), by: edit.name }],
        add: [],
      };
    case 'archive': {
      const names = edit.tags.map(nameOf);
      const change = { rounds: null, replace: [], add: [] };
      return edit.archived ? { ...change, archive: names } : { ...change, restore: names };
    }
    case 'bulk': {
      const { change } = edit;
      const rounds = await passing(edit.filter);
      if (change.kind === 'add') return { rounds, replace: [], add: [change.tag] };
      const by = change.kind === 'replace' ? change.by : null;
      return { rounds, replace: [{ tag: nameOf(change.tag), by }], add: [] };
    }
  }
}
