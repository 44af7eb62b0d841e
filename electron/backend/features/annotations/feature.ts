import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import {
  type Annotation,
  type AnnotationContent,
  annotationContentSchema,
  annotationsContract,
} from '#shared/contract/annotations.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { commitEdit, editorOf } from '../../editing/commit.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { findDialogue } from '../../store/corpus/dialogue-table.ts';
import { homeOfTurn } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { newDocumentId } from '../../store/edits/log/placed-changes.ts';
import {
  annotations,
  type KeptAnnotation,
  type StoredAnnotation,
} from '../../store/edits/picture/document-tables.ts';
import { automatonCache, findStates, type LoadedAutomaton, turnsOfState } from '../automata/index.ts';

const KIND = 'annotate';
const MOST_QUOTED = 280;
const NAMES = { callout: 'a call-out', arrow: 'an arrow', highlight: 'a highlight' } as const;

export const feature = defineFeature({
  contract: annotationsContract,
  methods: {
    list: ({ input: { automaton }, project }) => {
      const stored = annotations.list(project.database);
      if (stored.length === 0) return [];
      const loaded = project.use(automatonCache).load(automaton);
      return stored.map((one) => annotationIn(project.database, loaded, one));
    },
    save: ({ input: { id, automaton, ...content }, project, session }) => {
      const { database } = project;
      const stored = id === null ? null : annotationOf(database, id);
      const change = annotations.after(
        database,
        id ?? newDocumentId(database),
        kept(project, automaton, content),
      );
      const words = `${stored ? 'Change' : 'Add'} ${NAMES[content.kind]}${stored ? '' : ' to the picture'}`;
      return commitEdit(editorOf(session), KIND, words, [change]);
    },
    move: ({ input: { id, dx, dy }, project, session }) => {
      const stored = annotationOf(project.database, id);
      const change = annotations.after(project.database, id, { ...stored, dx, dy });
      return commitEdit(editorOf(session), KIND, `Move ${NAMES[stored.kind]}`, [change]);
    },
    remove: ({ input: { id }, project, session }) => {
      const stored = annotationOf(project.database, id);
      const change = annotations.after(project.database, id, null);
      return commitEdit(editorOf(session), KIND, `Remove ${NAMES[stored.kind]}`, [change]);
    },
  },
  edits: { [KIND]: { topics: ['annotations'], changesTags: 'never' } },
});

const annotationOf = (database: ReadDatabase, id: number): StoredAnnotation =>
  inProject(annotations.find(database, id), 'annotation', id, 'Choose an annotation on the graph.');

function kept(project: Project, automaton: RunId | null, content: AnnotationContent): KeptAnnotation {
  const { database } = project;
  const loaded = project.use(automatonCache).load(automaton);
  const { stateCount, support } = loaded.view.structure;
  const missing = content.states.find((state) => state >= stateCount);
  if (missing !== undefined) {
    throw new DialogramError('NOT_FOUND', `There is no state ${missing} in automaton ${loaded.run}.`, {
      value: String(missing),
      nextStep: `Its states are numbered 0 to ${stateCount - 1}.`,
    });
  }
  const known = content.states.map((state) => ({
    turns: state === 0 ? [] : turnsOfState(database, loaded, state),
    support: support[state] ?? 0,
  }));
  return { ...content, automaton: loaded.run, known };
}

function annotationIn(database: ReadDatabase, loaded: LoadedAutomaton, stored: StoredAnnotation): Annotation {
  const numbers = new Map<number, number>();
  if (stored.automaton === loaded.run) for (const state of stored.states) numbers.set(state, state);
  else {
    const names = stored.known.map((one, id) => ({ ...one, id }));
    for (const [at, state] of findStates(database, loaded, names))
      numbers.set(stored.states[at] ?? -1, state);
    if (stored.states.includes(0)) numbers.set(0, 0);
  }
  const states = [...new Set(stored.states.flatMap((state) => numbers.get(state) ?? []))];
  const transitions = stored.transitions.flatMap(({ from, to }) => {
    const transition = { from: numbers.get(from), to: numbers.get(to) };
    return transition.from === undefined || transition.to === undefined
      ? []
      : [{ from: transition.from, to: transition.to }];
  });
  const lost =
    stored.kind === 'highlight' ? states.length === 0 : stored.states.some((state) => !numbers.has(state));
  const content = annotationContentSchema.parse(stored);
  return { ...content, id: stored.id, states, transitions, lost, said: quoted(database, stored.quote) };
}

function quoted(database: ReadDatabase, quote: AnnotationContent['quote']): Annotation['said'] {
  const home = quote && homeOfTurn(database, quote.turn);
  const dialogue = home && findDialogue(database, home.dialogue);
  const turn = dialogue?.turns.find(({ id }) => id === quote?.turn);
  const text = turn?.utterances[quote?.part ?? 0]?.text;
  if (!dialogue || !turn || text === undefined) return null;
  const masker = createMasker(dialogue.turns.flatMap(({ utterances }) => utterances.map((one) => one.text)));
  const masked = masker.mask(text).text.replace(/\s+/gu, ' ').trim();
  const short = masked.length > MOST_QUOTED ? `${masked.slice(0, MOST_QUOTED - 1).trimEnd()}…` : masked;
  return { role: turn.role, text: short };
}
