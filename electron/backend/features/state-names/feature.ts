import { countPhases } from '#shared/algorithms/automaton/reading/count-phases.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { stateNamesContract } from '#shared/contract/state-names.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { commitEdit, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { newDocumentId } from '../../store/edits/log/placed-changes.ts';
import { type CalledState, stateNames } from '../../store/edits/picture/state-name-table.ts';
import { automatonCache, findNamedStates, requireTracked, turnsOfState } from '../automata/index.ts';

export const feature = defineFeature({
  contract: stateNamesContract,
  methods: {
    list: ({ input, project }) => namesOf(project, input.automaton),
    describe: ({ input: { automaton, state, ...said }, project, session }) => {
      const { stored, known, id } = stateOf(project, automaton, state);
      const isEmpty = Object.values(said).every((text) => text === '');
      const place = stored?.place ?? null;
      const changed = stateNames.after(
        project.database,
        id(),
        isEmpty && place === null ? null : { ...said, place, ...known },
      );
      const words = isEmpty
        ? `Remove the name of state ${state}`
        : `Name state ${state} “${said.name || said.phase || said.colour || 'noted'}”`;
      return commitEdit(editorOf(session), 'name-state', words, [changed]);
    },
    place: ({ input: { automaton, state, place }, project, session }) => {
      const { database } = project;
      if (state === null) {
        const released = stateNames
          .list(database)
          .map((stored) =>
            stored.place === null ? null : stateNames.after(database, stored.id, placedAt(stored, null)),
          );
        return commitEdit(editorOf(session), 'name-state', 'Reset the positions of all states', released);
      }
      const { stored, known, id } = stateOf(project, automaton, state);
      const before = stored ?? { name: '', note: '', colour: '' as const, phase: '' };
      const changed = stateNames.after(database, id(), placedAt({ ...before, ...known }, place));
      const words = place === null ? `Reset the position of state ${state}` : `Move state ${state}`;
      return commitEdit(editorOf(session), 'name-state', words, [changed]);
    },
    group: ({ input: { automaton, states, phase }, project, session }) => {
      const { database } = project;
      const changes = [...new Set(states)].flatMap((state, place) => {
        const { stored, known, id } = stateOf(project, automaton, state);
        const before = stored ?? { name: '', note: '', colour: '' as const, place: null };
        return stateNames.after(database, id(place), toldOrNull({ ...before, phase, ...known })) ?? [];
      });
      const many = formatAmount(changes.length, 'state');
      const words = phase === '' ? `Ungroup ${many}` : `Group ${many} as “${phase}”`;
      return commitEdit(editorOf(session), 'name-state', words, changes);
    },
    phases: ({ input, project }) => {
      const { view } = project.use(automatonCache).load(input.automaton);
      const phaseOf = Array.from({ length: view.structure.stateCount }, () => '');
      for (const { state, phase } of namesOf(project, input.automaton))
        if (state !== null) phaseOf[state] = phase;
      return countPhases(view.structure, view, phaseOf);
    },
  },
  edits: { 'name-state': { topics: ['stateNames'], changesTags: 'never' } },
});

/** Includes the data that identify the state in other automata. */
function stateOf(project: Project, automaton: RunId | null, state: number) {
  const { database } = project;
  const loaded = requireTracked(project.use(automatonCache).load(automaton));
  const { stateCount, support } = loaded.view.structure;
  if (state >= stateCount) {
    throw new DialogramError('NOT_FOUND', `There is no state ${state} in automaton ${loaded.run}.`, {
      value: String(state),
      nextStep: `Its states are numbered 1 to ${stateCount - 1}.`,
    });
  }
  const names = stateNames.list(database);
  const found = findNamedStates(database, loaded, names);
  const stored = names.find(({ id }) => found.get(id) === state) ?? null;
  return {
    stored,
    known: { turns: turnsOfState(database, loaded, state), support: support[state] ?? 0 },
    id: (place = 0) => stored?.id ?? newDocumentId(database, place),
  };
}

const placedAt = (said: Omit<CalledState, 'place'>, place: CalledState['place']) =>
  toldOrNull({ ...said, place });

function toldOrNull({ name, note, colour, phase, place, turns, support }: CalledState): CalledState | null {
  const isNothing = place === null && [name, note, colour, phase].every((text) => text === '');
  return isNothing ? null : { name, note, colour, phase, place, turns, support };
}

function namesOf(project: Project, automaton: RunId | null) {
  const names = stateNames.list(project.database);
  if (names.length === 0) return [];
  const found = findNamedStates(project.database, project.use(automatonCache).load(automaton), names);
  return names.map((named) => ({ ...named, state: found.get(named.id) ?? null }));
}
