import { textIn } from '#shared/algorithms/simulation/answer-parts.ts';
import { answerText } from '#shared/algorithms/simulation/answer-text.ts';
import type { Learner } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type {
  SimulatedTurn,
  SimulationSettings,
  TurnSource,
  TurnTagOrigin,
} from '#shared/contract/simulator.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { AgentTurn } from '#shared/domain/agent.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { automatonOrigin } from '../../store/runs/automaton-table.ts';
import { findAutomaton, INDEX_AUTOMATON, latestRun, listRuns } from '../../store/runs/run-table.ts';
import { requireTaggingRun, tagNamesFor } from '../../store/runs/tagging-runs.ts';
import type { FoundAnswer } from './state-examples.ts';

export type CorpusTurn = NonNullable<SimulatedTurn['from']>;

interface NamedTag {
  readonly name: string;
  readonly origin: TurnTagOrigin;
}

export interface MachineTags {
  readonly run: RunId;
  readonly by: TurnTagOrigin;
  readonly tags: readonly NamedTag[];
}

/** A turn with its tags: the machine's tags, without those that a person removed and with those that a person added. */
export interface Turn {
  readonly role: Role;
  readonly text: string;
  readonly source: TurnSource;
  /** The corpus turn that the text comes from; null if it comes from elsewhere. */
  readonly from: CorpusTurn | null;
  /** The tags from a tagger or the corpus. Null until requested, and for manual steps and stored cases. */
  readonly machine: MachineTags | null;
  readonly added: readonly NamedTag[];
  readonly removed: readonly string[];
}

export interface Conversation {
  readonly settings: SimulationSettings;
  readonly start: CorpusTurn | null;
  readonly turns: readonly Turn[];
  readonly at: number;
}

const START_SETTINGS: SimulationSettings = {
  automaton: null,
  policy: 'resume',
  method: 'state',
  examples: 5,
  seed: 1,
};

export const START_CONVERSATION: Conversation = { settings: START_SETTINGS, start: null, turns: [], at: 0 };

export function tagsOf({ machine, added, removed }: Turn): NamedTag[] {
  const own = (machine?.tags ?? []).filter(({ name }) => !removed.includes(name));
  return [...own, ...added.filter(({ name }) => !own.some((tag) => tag.name === name))];
}

export function inForce({ turns, at }: Conversation): readonly Turn[] {
  return turns.slice(0, at);
}

/** Adds a turn after the current position and drops the turns that were rewound. */
export function append(conversation: Conversation, turn: Turn): Conversation {
  const turns = [...inForce(conversation), turn];
  return { ...conversation, turns, at: turns.length };
}

export function stepTurn(role: Role, tag: string): Turn {
  const added = [{ name: tag, origin: 'step' as const }];
  return { role, text: '', source: 'step', from: null, machine: null, added, removed: [] };
}

/** Sets a turn's tags. Other machine tags count as removed. */
export function retagged(turn: Turn, names: readonly string[]): Turn {
  const wanted = [...new Set(names)];
  const machine = turn.machine?.tags ?? [];
  const added = wanted
    .filter((name) => !machine.some((tag) => tag.name === name))
    .map((name) => turn.added.find((tag) => tag.name === name) ?? { name, origin: 'person' as const });
  const removed = machine.map(({ name }) => name).filter((name) => !wanted.includes(name));
  return { ...turn, added, removed };
}

/** Describes a change of tags for people: "Turn 2: #nba removed, #sports added". */
export function describeRetag(number: number, before: Turn, after: Turn): string {
  const namesOf = (turn: Turn) => tagsOf(turn).map(({ name }) => name);
  const [old, now] = [namesOf(before), namesOf(after)];
  const gone = old.filter((name) => !now.includes(name)).map((name) => `#${name}`);
  const come = now.filter((name) => !old.includes(name)).map((name) => `#${name}`);
  const parts = [
    gone.length > 0 && `${gone.join(', ')} removed`,
    come.length > 0 && `${come.join(', ')} added`,
  ].filter((part) => part !== false);
  return `Turn ${number}: ${parts.length > 0 ? parts.join(', ') : 'tags reordered'}`;
}

export function heardTurns(turns: readonly Turn[]): AgentTurn[] {
  return turns.map((turn) => ({
    role: turn.role,
    text: turn.text,
    tags: tagsOf(turn).map(({ name }) => name),
    forced: turn.source === 'step',
  }));
}

export type CorpusReader = ReturnType<typeof readCorpus>;

export function readCorpus(database: ReadDatabase, run: RunId) {
  const turnsOf = turnReader(database);
  const names = new Map<DialogueId, { readonly externalId: string; readonly source: string }>();
  return {
    turnsOf,
    /** Returns the text of a turn, or a part of it, as an answer to another customer. */
    answer: ({ dialogue, turn, part }: FoundAnswer) =>
      answerText(
        turnsOf(dialogue).map(({ text }, at) => (part && at === turn ? textIn(text, part) : text)),
        turn,
      ),
    tagsOf: tagNamesFor(database, run),
    turnId: (dialogue: DialogueId, turn: number) => turnsOf(dialogue)[turn]?.id,
    turn(dialogue: DialogueId, turn: number) {
      let name = names.get(dialogue);
      if (!name) {
        const { externalId, source } = requireDialogue(database, dialogue);
        name = { externalId, source };
        names.set(dialogue, name);
      }
      const turns = turnsOf(dialogue);
      if (turn >= turns.length) {
        throw new DialogramError('NOT_FOUND', `${name.externalId} has no turn ${turn}.`, {
          place: name.externalId,
          value: String(turn),
          nextStep: `Choose a turn from 0 to ${turns.length - 1}.`,
        });
      }
      return { dialogue, ...name, turn };
    },
  };
}

export interface AutomatonOrigin {
  readonly automaton: RunId;
  readonly learner: Learner;
  readonly params: Readonly<Record<string, unknown>>;
  readonly tagging: TaggingRun;
  /** The newest automaton of the other kind that uses the same tags. */
  other(than: Learner): RunId | null;
}

/** Returns the requested automaton, or the latest; null if there is none. @throws NOT_FOUND */
export function originOf(database: ReadDatabase, asked: RunId | null): AutomatonOrigin | null {
  const row = asked === null ? latestRun(database, 'automaton') : findAutomaton(database, asked);
  if (!row) {
    if (asked === null) return null;
    throw new DialogramError('NOT_FOUND', `There is no automaton ${asked} in this project.`, {
      value: String(asked),
      nextStep: 'Choose another automaton.',
    });
  }
  const taggingOf = (automaton: RunId): RunId | null =>
    automatonOrigin(database, automaton)?.taggingRun ?? null;
  const tagging = requireTaggingRun(database, taggingOf(row.id));
  return {
    automaton: row.id,
    learner: row.params.learner as Learner,
    params: row.params,
    tagging,
    other: (than) =>
      [...listRuns(database, 'automaton'), ...listRuns(database, INDEX_AUTOMATON)].find(
        ({ id, params }) => params.learner !== than && taggingOf(id) === tagging.id,
      )?.id ?? null,
  };
}

export const isLearned = (database: ReadDatabase, automaton: RunId): boolean =>
  findAutomaton(database, automaton) !== null;

/** Returns the requested automaton, or the latest. @throws NOT_FOUND if there is none */
export function requireOrigin(database: ReadDatabase, asked: RunId | null): AutomatonOrigin {
  const origin = originOf(database, asked);
  if (origin) return origin;
  throw new DialogramError('NOT_FOUND', 'No automaton has been learned yet.', {
    nextStep: 'Learn an automaton first.',
  });
}
