import type { DraftedWorksheet } from '#shared/algorithms/worksheets/drafting/draft-worksheet.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { automatonCache, dialoguesAt } from '../automata/index.ts';

interface DraftInput {
  readonly name: string;
  readonly where: string;
  readonly run: RunId | null;
  readonly states: { readonly automaton: RunId | null; readonly ids: readonly number[] } | null;
}

/** Drafts a worksheet in a thread. @throws DialogramError INVALID if the dialogues ask nothing */
export async function draft(
  project: Project,
  { name, where, run, states }: DraftInput,
  signal: AbortSignal | undefined,
): Promise<DraftedWorksheet> {
  const { id, tagger } = requireTaggingRun(project.database, run);
  const today = new Date().toISOString().slice(0, 10);
  const chosen = states && roundsAt(project, states.automaton, states.ids);
  // Moves and words say how it is asked, not what for.
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
      ? 'No dialogue matches.'
      : `In these ${drafted.dialogues} dialogues, nothing is asked and answered often enough to become a field.`,
    {
      value: where || null,
      nextStep:
        drafted.dialogues === 0
          ? 'Choose other dialogues or states.'
          : 'Choose more dialogues, or tag by moves, so that the tags say what is asked.',
    },
  );
}

/** Returns the turns that led dialogues into any of some states. */
function roundsAt(
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
      return [dialogue, new Set(visits.filter(({ state }) => wanted.has(state)).map(({ round }) => round))];
    }),
  );
}
