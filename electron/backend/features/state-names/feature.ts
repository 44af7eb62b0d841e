import { DialogramError } from '#shared/contract/errors.ts';
import { stateNamesContract } from '#shared/contract/state-names.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/author.ts';
import { commitEdit } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { listStateNames, stateNameAfter } from '../../store/edits/state-name-table.ts';
import { chosen, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { automatonCache, findNamedStates, roundsOfState } from '../automata/index.ts';

const tables = {
  state_names: chosen(
    'They keep the rounds that stay; those without any, or that tell of the purged, go.',
    ['content', 'edit_id'],
    ['id'],
  ),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: stateNamesContract,
  methods: {
    list: ({ input, project }) => namesOf(project, input.automaton),
    describe: ({ input: { automaton, state, ...said }, project, session }) => {
      const { database } = project;
      const loaded = project.use(automatonCache).load(automaton);
      const { stateCount, support } = loaded.view.structure;
      if (state >= stateCount) {
        throw new DialogramError('NOT_FOUND', `There is no state ${state} in automaton ${loaded.run}.`, {
          value: String(state),
          nextStep: `Its states are 1 to ${stateCount - 1}.`,
        });
      }
      const names = listStateNames(database);
      const found = findNamedStates(database, loaded, names);
      const stored = names.find(({ id }) => found.get(id) === state) ?? null;
      const isEmpty = Object.values(said).every((text) => text === '');
      const rounds = roundsOfState(database, loaded, state);
      const changed = stateNameAfter(
        database,
        stored,
        isEmpty ? null : { ...said, rounds, support: support[state] ?? 0 },
      );
      const words = isEmpty
        ? `Take the name off state ${state}`
        : `Call state ${state} “${said.name || said.phase || said.colour || 'noted'}”`;
      return commitEdit(editorOf(session), 'name-state', words, changed === null ? [] : [changed]);
    },
  },
  tables,
  edits: { 'name-state': { topics: ['stateNames'], changesTags: 'never' } },
});

/** The names there are, with their states in an automaton. */
export function namesOf(project: Project, automaton: RunId | null) {
  const names = listStateNames(project.database);
  if (names.length === 0) return [];
  const found = findNamedStates(project.database, project.use(automatonCache).load(automaton), names);
  return names.map(({ id, name, note, colour, phase }) => ({
    id,
    name,
    note,
    colour,
    phase,
    state: found.get(id) ?? null,
  }));
}
