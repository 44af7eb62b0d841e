import { delta } from '#shared/algorithms/automaton/reading/transitions.ts';
import {
  alikeness,
  candidateMerges,
  forcedBy,
  futureOf,
} from '#shared/algorithms/merging/candidate-merges.ts';
import {
  type AccessPath,
  describeDecision,
  type MergeDecision,
} from '#shared/algorithms/merging/decisions.ts';
import type { InputOf } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type CandidateMergeRow,
  type DecideInput,
  type MergeEvidence,
  type MergeSide,
  mergeDecisionsContract,
  type StatedDecision,
} from '#shared/contract/merge-decisions.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { AutomatonStructure } from '#shared/domain/automaton.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { externalIdReader } from '../../store/corpus/dialogue-table.ts';
import { excerptReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { EditEffect } from '../../store/edits/log/placed-changes.ts';
import {
  listMergeDecisions,
  type MergeDecisionChange,
  mergeDecisionChange,
  mergeDecisionsOf,
  type StoredDecision,
  storedPath,
} from '../../store/edits/picture/merge-decision-table.ts';
import { turnsAtPlaces } from '../../store/edits/picture/state-name-table.ts';
import {
  type AutomatonView,
  automatonCache,
  automatonSummary,
  type LoadedAutomaton,
  relearning,
  requireTracked,
} from '../automata/index.ts';

function commonestPath(view: AutomatonView, state: number): AccessPath {
  requireState(view, state);
  const paths = new Map<string, { count: number; readonly path: AccessPath }>();
  for (const dialogue of view.dialoguesAtState(state)) {
    const visits = view.visitsOf(dialogue);
    const path = visits
      .slice(0, visits.findIndex((visit) => visit.state === state) + 1)
      .map(({ symbol: { role, tag } }) => ({ role, tag }));
    const key = JSON.stringify(path);
    const known = paths.get(key);
    if (known) known.count++;
    else paths.set(key, { count: 1, path });
  }
  const [first] = [...paths.values()].sort(
    (one, other) => other.count - one.count || one.path.length - other.path.length,
  );
  return first?.path ?? [];
}

function requireState(view: AutomatonView, state: number): void {
  if (state > 0 && state < view.structure.stateCount) return;
  throw new DialogramError(
    'INVALID',
    state === 0 ? 'The start state cannot be merged.' : `The automaton has no state ${state}.`,
    { value: String(state), nextStep: `Choose a state from 1 to ${view.structure.stateCount - 1}.` },
  );
}

/** This many of the most similar pairs are sorted by their effect. */
const LOOKED_AT = 500;
const SAMPLES = 3;
const SAMPLE_CHARACTERS = 240;
const LISTED_FORCED = 50;

function listCandidates(
  { view }: LoadedAutomaton,
  decisions: readonly MergeDecision[],
  { order, alike, support, limit }: Omit<InputOf<typeof mergeDecisionsContract.candidates>, 'automaton'>,
): CandidateMergeRow[] {
  const { structure } = view;
  const decided = decidedReader(structure, decisions);
  const most = order === 'alike' ? limit : Math.max(LOOKED_AT, limit);
  const rows = candidateMerges(structure, { support, alike, most }).map(({ forced, ...pair }) => {
    const moved = new Set<number>();
    for (const [one, other] of [[pair.left, pair.right] as const, ...forced])
      for (const dialogue of view.dialoguesAtState(lessVisited(structure, one, other))) moved.add(dialogue);
    return { ...pair, forced: forced.length, dialogues: moved.size, decided: decided(pair.left, pair.right) };
  });
  if (order === 'dialogues') rows.sort((a, b) => b.dialogues - a.dialogues || b.alike - a.alike);
  return rows.slice(0, limit);
}

const lessVisited = ({ support }: AutomatonStructure, one: number, other: number): number =>
  (support[one] ?? 0) < (support[other] ?? 0) ? one : other;

function decidedReader(
  structure: AutomatonStructure,
  decisions: readonly MergeDecision[],
): (left: number, right: number) => MergeDecision['kind'] | null {
  const symbolOf = new Map(structure.symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const stateOf = (path: AccessPath): number =>
    path.reduce(
      (state, { role, tag }) =>
        state < 0 ? -1 : delta(structure, state, symbolOf.get(`${role} ${tag}`) ?? -1),
      0,
    );
  const made = decisions.map((decision) => ({
    kind: decision.kind,
    states: (decision.kind === 'pin' ? [decision.left] : [decision.left, decision.right]).map(stateOf),
  }));
  return (left, right) => {
    const isAbout = ({ states }: (typeof made)[number]): boolean =>
      states.every((state) => state === left || state === right) && new Set(states).size === states.length;
    return made.findLast(isAbout)?.kind ?? null;
  };
}

function evidenceOf(
  database: ReadDatabase,
  loaded: LoadedAutomaton,
  left: number,
  right: number,
): MergeEvidence {
  const { structure } = loaded.view;
  const ofLeft = futureOf(structure, left);
  const ofRight = futureOf(structure, right);
  const forced = forcedBy(structure, left, right);
  const share = (count = 0, state: number): number => count / Math.max(1, structure.support[state] ?? 0);
  const largest = (symbol: number): number =>
    Math.max(share(ofLeft.get(symbol), left), share(ofRight.get(symbol), right));
  const symbols = [...new Set([...ofLeft.keys(), ...ofRight.keys()])].sort(
    (a, b) => largest(b) - largest(a) || a - b,
  );
  return {
    left: sideOf(database, loaded, left),
    right: sideOf(database, loaded, right),
    alike: alikeness(ofLeft, ofRight),
    next: symbols.map((id) => {
      const symbol = structure.symbols[id];
      return {
        symbol: symbol ? { role: symbol.role, tag: symbol.tag } : null,
        left: ofLeft.get(id) ?? 0,
        right: ofRight.get(id) ?? 0,
      };
    }),
    forced: {
      total: forced?.length ?? 0,
      items: (forced ?? []).slice(0, LISTED_FORCED).map(([one, other]) => ({ left: one, right: other })),
    },
    canBeOne: forced !== null,
  };
}

/** Returns a state with a few of its dialogues, spread evenly: the message at the state, and the next message. */
function sideOf(database: ReadDatabase, { view, dialogueIds }: LoadedAutomaton, state: number): MergeSide {
  const dialogues = view.dialoguesAtState(state);
  const excerptOf = excerptReader(database, SAMPLE_CHARACTERS);
  const externalIdOf = externalIdReader(database);
  const count = Math.min(SAMPLES, dialogues.length);
  const samples = Array.from({ length: count }, (_, at) => {
    const index = dialogues[Math.floor((at * dialogues.length) / count)] ?? 0;
    const dialogue = dialogueIds[index] as DialogueId;
    const turn = view.visitsOf(index).find((visit) => visit.state === state)?.turn ?? 0;
    const said = (position: number): string => {
      const [id] = turnsAtPlaces(database, [[dialogue, position]]);
      return id === undefined ? '' : excerptOf(id);
    };
    return { dialogue, externalId: externalIdOf(dialogue), turn, said: said(turn), next: said(turn + 1) };
  });
  return { state, support: dialogues.length, samples };
}

/** After a decision, learning would no longer give the same automaton. */
const DECIDES: EditEffect = { topics: ['automata', 'project'], changesTags: 'always' };

export const feature = defineFeature({
  contract: mergeDecisionsContract,
  methods: {
    list: ({ project }) => listMergeDecisions(project.database).map(stated),
    decide: ({ input, project, session }) =>
      decided(editorOf(session, input.reason), input.kind, meant(project, input)),
    preview: async ({ input, project }) => {
      const { kind, automaton } = input;
      const { left, right } = meant(project, input);
      const decision: MergeDecision =
        kind === 'pin' || right === null ? { kind: 'pin', left } : { kind, left, right };
      const { consequence, unkept } = await project.use(relearning).impactOfDecision(automaton, decision);
      return { ...consequence, unkept: [...unkept] };
    },
    candidates: ({ input: { automaton, ...asked }, project }) => {
      const loaded = requireMerged(project, automaton);
      const { tagger } = automatonSummary(project.database, loaded.run);
      const items = listCandidates(loaded, mergeDecisionsOf(project.database, tagger), asked);
      return { automaton: loaded.run, items };
    },
    evidence: ({ input: { automaton, left, right }, project }) => {
      const loaded = requireMerged(project, automaton);
      for (const state of [left, right]) requireState(loaded.view, state);
      return evidenceOf(project.database, loaded, left, right);
    },
    remove: ({ input, project, session }) => {
      const row = listMergeDecisions(project.database).find(({ id }) => id === input.id);
      if (row) {
        const { tagger, left, right } = row;
        return commit(editorOf(session, input.reason), `Remove the decision: ${stated(row).words}`, {
          tagger,
          left,
          right,
          after: null,
        });
      }
      throw new DialogramError('NOT_FOUND', `There is no decision ${input.id}.`, {
        value: String(input.id),
        nextStep: 'List the decisions to find the right one.',
      });
    },
  },
  edits: { 'decide-merge': DECIDES },
});

function stated({ id, tagger, decision, author, at, reason }: StoredDecision): StatedDecision {
  const right = decision.kind === 'pin' ? null : [...decision.right];
  const words = `${describeDecision(decision)}.`;
  return { id, tagger, kind: decision.kind, left: [...decision.left], right, words, author, at, reason };
}

function requireMerged(project: Project, automaton: RunId | null): LoadedAutomaton {
  const loaded = requireTracked(project.use(automatonCache).load(automaton));
  const { learner } = loaded;
  if (learner === 'paper' || learner === 'merging') return loaded;
  throw new DialogramError(
    'INVALID',
    `This automaton was learned with “${learner}”, which does not merge states.`,
    {
      value: learner,
      nextStep: 'Choose an automaton that was learned with “Merged states” or “As in the paper”.',
    },
  );
}

interface StatesOfDecision {
  readonly tagger: string;
  readonly left: AccessPath;
  /** Null for a decision to keep a state separate. */
  readonly right: AccessPath | null;
}

/** Returns the states of a decision by their paths from the start. */
function meant(
  project: Project,
  { kind, automaton, left, right }: Omit<DecideInput, 'reason'>,
): StatesOfDecision {
  const pathOf = (state: number | AccessPath): AccessPath =>
    typeof state === 'number' ? commonestPath(requireMerged(project, automaton).view, state) : state;
  if ((kind === 'pin') !== (right === null)) {
    throw new DialogramError(
      'INVALID',
      kind === 'pin'
        ? 'Only one state at a time can be kept as it is.'
        : kind === 'merge'
          ? 'You need two states to merge.'
          : 'You need two states to keep apart.',
      {
        place: 'right',
        value: kind,
        nextStep: 'Choose two states to merge or to keep apart, or one state to keep as it is.',
      },
    );
  }
  const paths = { left: pathOf(left), right: right === null ? null : pathOf(right) };
  if (paths.right !== null) requireApart(paths.left, paths.right);
  return { tagger: automatonSummary(project.database, automaton).tagger, ...paths };
}

function decided(
  by: Editor,
  kind: StatedDecision['kind'],
  { tagger, left, right }: StatesOfDecision,
): EditOutcome {
  const { database } = by.project;
  const decision = kind === 'pin' || right === null ? { kind: 'pin' as const, left } : { kind, left, right };
  return commit(by, `${describeDecision(decision)}.`, {
    tagger,
    left: requirePath(database, left),
    right: right === null ? null : requirePath(database, right),
    after: { kind },
  });
}

function commit(
  by: Editor,
  description: string,
  of: Pick<MergeDecisionChange, 'tagger' | 'left' | 'right' | 'after'>,
): EditOutcome {
  const change = mergeDecisionChange(by.project.database, of);
  return commitEdit(by, 'decide-merge', description, [change]);
}

function requireApart(left: AccessPath, right: AccessPath): void {
  const isSame = JSON.stringify(left) === JSON.stringify(right);
  if (!isSame && left.at(-1)?.role === right.at(-1)?.role) return;
  throw new DialogramError(
    'INVALID',
    isSame
      ? 'You chose the same state twice.'
      : 'A state after a customer turn cannot be merged with a state after an agent turn.',
    {
      place: 'right',
      nextStep: 'Choose two states that both follow a customer turn or both follow an agent turn.',
    },
  );
}

function requirePath(database: ReadDatabase, path: AccessPath): MergeDecisionChange['left'] {
  const stored = storedPath(database, path);
  if (stored) return stored;
  throw new DialogramError('INVALID', 'A tag on the path to this state is no longer in the vocabulary.', {
    value: path.map(({ tag }) => tag).join(', '),
    nextStep: 'Learn the automaton again, then choose the state in it.',
  });
}
