import { delta } from '#shared/algorithms/automaton/reading/delta.ts';
import {
  alikeness,
  candidateMerges,
  forcedBy,
  futureOf,
} from '#shared/algorithms/merging/candidate-merges.ts';
import type { AccessPath, MergeDecision } from '#shared/algorithms/merging/decisions.ts';
import type { InputOf } from '#shared/contract/base.ts';
import type {
  CandidateMergeRow,
  MergeEvidence,
  MergeSide,
  mergeDecisionsContract,
} from '#shared/contract/merge-decisions.ts';
import type { AutomatonStructure } from '#shared/domain/automaton.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { externalIdReader } from '../../store/corpus/dialogue-table.ts';
import { excerptReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { roundsAtPlaces } from '../../store/edits/picture/state-name-table.ts';
import type { LoadedAutomaton } from '../automata/index.ts';

/** The number of most similar pairs that are sorted by their effect. */
const LOOKED_AT = 500;
const SAMPLES = 3;
const SAMPLE_CHARACTERS = 240;
const LISTED_FORCED = 50;

/** Returns pairs of similar states, with the effect of merging them. */
export function listCandidates(
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

/** Returns a reader of the decision on two states of an automaton, for decisions that apply to its states. */
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

/** Returns the evidence for and against merging two states. */
export function evidenceOf(
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

/** Returns a state with a few dialogues spread over its visitors: the message there, and the next. */
function sideOf(database: ReadDatabase, { view, dialogueIds }: LoadedAutomaton, state: number): MergeSide {
  const dialogues = view.dialoguesAtState(state);
  const excerptOf = excerptReader(database, SAMPLE_CHARACTERS);
  const externalIdOf = externalIdReader(database);
  const count = Math.min(SAMPLES, dialogues.length);
  const samples = Array.from({ length: count }, (_, at) => {
    const index = dialogues[Math.floor((at * dialogues.length) / count)] ?? 0;
    const dialogue = dialogueIds[index] as DialogueId;
    const round = view.visitsOf(index).find((visit) => visit.state === state)?.round ?? 0;
    const said = (position: number): string => {
      const [id] = roundsAtPlaces(database, [[dialogue, position]]);
      return id === undefined ? '' : excerptOf(id);
    };
    return { dialogue, externalId: externalIdOf(dialogue), round, said: said(round), next: said(round + 1) };
  });
  return { state, support: dialogues.length, samples };
}
