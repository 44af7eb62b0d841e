import type { RoutePolicy } from '#shared/algorithms/automaton/routing/route.ts';
import type { RoundReader } from '#shared/algorithms/overview/replay.ts';
import type { TrackedContext } from '#shared/algorithms/retrieval/context/context-parts.ts';
import type { RouteResult } from '#shared/contract/automata.ts';
import type { Automaton, AutomatonStructure } from '#shared/domain/automaton.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';

/** One transition that a turn of a dialogue took. */
export interface Visit {
  /** Index of the turn in its dialogue, from 0. */
  readonly round: number;
  readonly state: number;
  readonly symbol: SymbolInfo;
}

export interface RouteRequest {
  /** The whole dialogue. */
  readonly rounds: readonly { readonly role: Role; readonly tags: readonly string[] }[];
  readonly policy: RoutePolicy;
  /** The turn whose history is routed; null lets the learner choose. */
  readonly before: number | null;
}

/** A learned automaton of any learner, for drawing, drill-down and routing. Dialogues are 0 … dialogueCount − 1. */
export interface AutomatonView {
  readonly structure: AutomatonStructure;
  /** The path of each dialogue; null if a dialogue is many paths. */
  readonly paths: Automaton | null;
  /** Distinct, ascending. */
  dialoguesAtState(state: number): Int32Array;
  dialoguesOnTransition(transition: number): Int32Array;
  /** Visits in the order of the turns, and within a turn in the order taken. */
  visitsOf(dialogue: number): Visit[];
  route(request: RouteRequest): RouteResult;
  /** Returns the tags of a turn that routes follow. */
  readonly readRound: RoundReader;
  /** The turns behind the states of a context automaton; null if a dialogue is one path. */
  readonly context: TrackedContext | null;
}
