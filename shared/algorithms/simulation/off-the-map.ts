import type { AutomatonStructure } from '../../domain/automaton.ts';
import { ROLE_NAMES, type Role } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { delta } from '../automaton/reading/transitions.ts';
import { createRouter, type RoutePolicy } from '../automaton/routing/route.ts';
import { spokenTag } from '../layout/labels/label-text.ts';
import type { TurnReader } from '../overview/replay.ts';

export interface LiveTurn {
  readonly role: Role;
  readonly tags: readonly string[];
  readonly forced: boolean;
}

interface MissedTag {
  readonly tag: string;
  /** False if this role never has the tag in the dialogues that the automaton learned from. */
  readonly known: boolean;
}

export interface LiveStep {
  /** Indexes of its messages, ascending. Consecutive messages of one role form one turn, as in learning. */
  readonly turns: readonly number[];
  readonly role: Role;
  readonly forced: boolean;
  readonly matched: readonly string[];
  readonly missed: readonly MissedTag[];
  /** Tags that are too rare for the graph. The route skips them. */
  readonly passedOver: readonly string[];
  /** False if the route had already stopped. */
  readonly followed: boolean;
  readonly state: number;
}

export interface VisitedTransition {
  readonly state: number;
  readonly symbol: SymbolInfo;
  readonly turn: number;
}

interface LiveRoute {
  readonly steps: readonly LiveStep[];
  readonly path: readonly VisitedTransition[];
  readonly state: number;
  /** True if the matching rule ignores all further tags. */
  readonly stopped: boolean;
}

export function joinTurns(turns: readonly LiveTurn[]): { role: Role; forced: boolean; turns: number[] }[] {
  const joined: { role: Role; forced: boolean; turns: number[] }[] = [];
  turns.forEach(({ role, forced }, at) => {
    const last = joined[joined.length - 1];
    if (last && last.role === role && !last.forced && !forced) last.turns.push(at);
    else joined.push({ role, forced, turns: [at] });
  });
  return joined;
}

/** Follows the rules of `createRouter`. A manual step continues even from a stopped route. */
export function routeLive(
  automaton: AutomatonStructure,
  turns: readonly LiveTurn[],
  policy: RoutePolicy,
  readTurn: TurnReader = (_role, tags) => tags,
): LiveRoute {
  const router = createRouter(automaton);
  const ids = new Map(automaton.symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const symbolOf = (role: Role, tag: string): number => ids.get(`${role} ${tag}`) ?? -1;
  const steps: LiveStep[] = [];
  const path: VisitedTransition[] = [];
  let state = 0;
  let stopped = false;
  for (const { role, forced, turns: own } of joinTurns(turns)) {
    const given = [...new Set(own.flatMap((at) => turns[at].tags))];
    // A manual step is already a symbol of the automaton.
    const tags = forced ? given : readTurn(role, given);
    const passedOver = tags.length === 0 ? given : [];
    const missing = (tag: string): MissedTag => ({ tag, known: symbolOf(role, tag) !== -1 });
    if (stopped && !forced) {
      steps.push({
        turns: own,
        role,
        forced,
        matched: [],
        missed: tags.map(missing),
        passedOver,
        followed: false,
        state,
      });
      continue;
    }
    // A manual step takes a transition of its state. Another automaton may lack this transition.
    const route = router.route([{ role, tags }], forced ? 'resume' : policy, state);
    const { matched } = route.steps[0];
    for (const tag of matched) {
      const next = delta(automaton, path[path.length - 1]?.state ?? 0, symbolOf(role, tag));
      path.push({ state: next, symbol: { role, tag }, turn: own[own.length - 1] });
    }
    state = route.state;
    stopped = route.stopped.kind !== 'end-of-dialogue';
    const missed = tags.filter((tag) => !matched.includes(tag)).map(missing);
    steps.push({ turns: own, role, forced, matched, missed, passedOver, followed: true, state });
  }
  return { steps, path, state, stopped };
}

/** Names a state: "gives details (state 12)" or, with several tags, "state 12 (sports, tickets)". */
export function describePlace(state: number, tags: readonly string[]): string {
  if (state === 0) return 'the start';
  const [name, ...others] = tags.map(spokenTag);
  if (name === undefined) return `state ${state}`;
  return others.length === 0
    ? `${name} (state ${state})`
    : `state ${state} (${[name, ...others].join(', ')})`;
}

export function describeUntagged(place: string): string {
  return `This turn has no tags, so the dialogue stays at ${place}.`;
}

/** Says what the automaton could not follow and where the route continues; null if it followed everything. */
export function describeOffTheMap(
  { role, matched, missed, passedOver, followed, forced }: LiveStep,
  place: string,
): string | null {
  if (!followed) {
    return missed.length === 0
      ? `Not followed: the route had stopped at ${place}.`
      : `Not followed: the route had stopped at ${place}, before ${listed(missed)}.`;
  }
  if (missed.length === 0) {
    if (matched.length > 0) return null;
    return passedOver.length === 0
      ? describeUntagged(place)
      : `The graph leaves out rare moves such as #${passedOver.join(', #')}, so the dialogue stays at ${place}.`;
  }
  if (forced)
    return `This automaton has no transition for ${listed(missed)}, so the dialogue stays at ${place}.`;
  const known = missed.filter((tag) => tag.known);
  const unknown = missed.filter((tag) => !tag.known);
  const parts = [
    known.length > 0 && `no transition for ${listed(known)}`,
    unknown.length > 0 && `no ${ROLE_NAMES[role]} turn in the training dialogues has ${listed(unknown)}`,
  ].filter((part) => part !== false);
  const end =
    matched.length > 0 ? `#${matched.join(', #')} led to ${place}` : `the dialogue went back to ${place}`;
  return `${capitalised(parts.join(', and '))}. ${capitalised(end)}.`;
}

export function describeSkipped(
  skipped: readonly { readonly role: Role; readonly tag: string; readonly known: boolean }[],
  place: string,
  backedOff: number,
): string[] {
  const sentences = skipped.map(({ role, tag, known }) =>
    known
      ? `Skipped the ${ROLE_NAMES[role]}’s #${tag}, because there is no transition for this tag here.`
      : `Skipped #${tag}, because no ${ROLE_NAMES[role]} turn in the training dialogues has this tag.`,
  );
  if (backedOff > 0)
    sentences.push(
      `Too few dialogues took the whole path, so the dialogue went back ${backedOff} ${backedOff === 1 ? 'state' : 'states'} to ${place}.`,
    );
  return sentences;
}

function listed(tags: readonly MissedTag[]): string {
  return tags.map(({ tag }) => `#${tag}`).join(', ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
