import { type LabelledTurns, labelledTurns } from '#shared/algorithms/agreement/measure-agreement.ts';
import { compareCodePoints } from '#shared/algorithms/automaton/corpus/code-point-order.ts';
import type { Side } from '#shared/contract/review.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { dialogueHeads } from '../corpus/dialogue-table.ts';
import { eachTurn } from '../corpus/turn-table.ts';
import type { ReadDatabase } from '../database.ts';
import { type Mark, turnsMarked } from '../edits/words/mark-table.ts';
import { flaggedTurns } from '../runs/model-tagging-table.ts';
import { eachFileTurn } from '../tags/annotation-file-table.ts';
import { tagIds, type Vocabulary } from '../tags/tag-table.ts';
import { eachDecision, eachRunTag } from '../tags/turn-tags.ts';

/** All turns of a project: dialogues by source name and external id, and their turns by position. */
export type TurnSkeleton = ReturnType<typeof readTurnSkeleton>;

export function readTurnSkeleton(database: ReadDatabase) {
  const dialogues = dialogueHeads(database).sort(
    (a, b) => compareCodePoints(a.source, b.source) || compareCodePoints(a.externalId, b.externalId),
  );
  const turns = new Map<number, { id: number; role: number }[]>(dialogues.map(({ id }) => [id, []]));
  let last = 0;
  for (const [dialogue, turn, role] of eachTurn(database)) {
    turns.get(dialogue)?.push({ id: turn, role });
    last = Math.max(last, turn);
  }
  const ids: number[] = [];
  const roles: number[] = [];
  const offsets = [0];
  const indexes = new Int32Array(last + 1).fill(-1);
  for (const dialogue of dialogues) {
    for (const { id, role } of turns.get(dialogue.id) ?? []) {
      indexes[id] = ids.length;
      ids.push(id);
      roles.push(role);
    }
    offsets.push(ids.length);
  }
  return {
    ids: Int32Array.from(ids),
    roles: Uint8Array.from(roles),
    /** The index of each dialogue's first turn, and the number of turns at the end. */
    offsets: Int32Array.from(offsets),
    dialogueIds: Int32Array.from(dialogues, ({ id }) => id),
    indexOf: (turn: number) => (turn >= 0 && turn <= last ? indexes[turn]! : -1),
  };
}

/** The tags of one side on all turns, and which turns it has. Labels are canonical tag ids. */
interface SideTags {
  readonly tags: LabelledTurns;
  /** One entry per turn: 1 if the side has the turn, even if without tags. */
  readonly covers: Uint8Array;
}

/** Labels from this number on are names from a file that the project does not have. */
const FIRST_FOREIGN = 2 ** 23;

export interface Labels {
  ofTag(tag: TagId): number;
  ofName(name: string): number;
  nameOf(label: number): string;
}

export function labelsOf(database: ReadDatabase, vocabulary: Vocabulary): Labels {
  const canonical = new Map<TagId, TagId>();
  const byName = new Map<string, number>();
  const ofTag = (tag: TagId): number => {
    let label = canonical.get(tag);
    if (label === undefined) {
      label = vocabulary.canonical(tag);
      canonical.set(tag, label);
    }
    return label;
  };
  for (const tag of tagIds(database)) {
    const name = vocabulary.nameOf(tag);
    if (!byName.has(name)) byName.set(name, ofTag(tag));
  }
  const foreign: string[] = [];
  return {
    ofTag,
    ofName(name) {
      let label = byName.get(name);
      if (label === undefined) {
        label = FIRST_FOREIGN + foreign.length;
        foreign.push(name);
        byName.set(name, label);
      }
      return label;
    },
    nameOf: (label) =>
      label >= FIRST_FOREIGN
        ? required(foreign[label - FIRST_FOREIGN], `label ${label}`)
        : vocabulary.nameOf(label as TagId),
  };
}

type Sets = number[][];

const emptySets = (turns: TurnSkeleton): Sets => Array.from(turns.ids, () => []);

function readRunSets(database: ReadDatabase, run: RunId, turns: TurnSkeleton, labels: Labels): Sets {
  const sets = emptySets(turns);
  for (const [turn, tag] of eachRunTag(database, run)) {
    const index = turns.indexOf(turn);
    sets[index]?.push(labels.ofTag(tag));
  }
  return sets;
}

/** Applies people's decisions to a run's tags. Sets `decided` to 1 for every turn that people decided on. */
function decide(
  database: ReadDatabase,
  tagger: string,
  turns: TurnSkeleton,
  labels: Labels,
  sets: Sets,
  decided: Uint8Array,
): void {
  for (const [turn, tag, present] of eachDecision(database, tagger)) {
    const index = turns.indexOf(turn);
    if (index === -1) continue;
    decided[index] = 1;
    const label = labels.ofTag(tag);
    const others = sets[index]?.filter((other) => other !== label) ?? [];
    sets[index] = present === 1 ? [...others, label] : others;
  }
}

export const readGivenTags = (
  database: ReadDatabase,
  run: RunId,
  turns: TurnSkeleton,
  labels: Labels,
): LabelledTurns => labelledTurns(readRunSets(database, run, turns, labels));

/** Reads the current tags: those of a run, after people's decisions. */
export function readStandingTags(
  database: ReadDatabase,
  run: { readonly id: RunId; readonly tagger: string },
  turns: TurnSkeleton,
  labels: Labels,
): LabelledTurns {
  const sets = readRunSets(database, run.id, turns, labels);
  decide(database, run.tagger, turns, labels, sets, new Uint8Array(turns.ids.length));
  return labelledTurns(sets);
}

export function readSide(
  database: ReadDatabase,
  side: Side,
  taggerOf: (run: RunId) => string,
  turns: TurnSkeleton,
  labels: Labels,
): SideTags {
  const covers = new Uint8Array(turns.ids.length);
  if (side.kind === 'run') {
    return { tags: readGivenTags(database, side.run, turns, labels), covers: covers.fill(1) };
  }
  if (side.kind === 'people') {
    const tagger = taggerOf(side.run);
    const sets = readRunSets(database, side.run, turns, labels);
    decide(database, tagger, turns, labels, sets, covers);
    for (const index of indexesMarked(database, tagger, 'checked', turns)) covers[index] = 1;
    return { tags: labelledTurns(sets), covers };
  }
  const sets = emptySets(turns);
  for (const [turn, names] of eachFileTurn(database, side.file)) {
    const index = turns.indexOf(turn);
    if (index === -1) continue;
    covers[index] = 1;
    sets[index] = names.map((name) => labels.ofName(name));
  }
  return { tags: labelledTurns(sets), covers };
}

/** Returns indexes of the turns that people marked, ascending. */
export function indexesMarked(
  database: ReadDatabase,
  tagger: string,
  mark: Mark,
  turns: TurnSkeleton,
): number[] {
  return turnsMarked(database, tagger, mark)
    .map((turn) => turns.indexOf(turn))
    .filter((index) => index !== -1)
    .sort((a, b) => a - b);
}

export function indexesFlaggedByRun(database: ReadDatabase, run: RunId, turns: TurnSkeleton): number[] {
  return flaggedTurns(database, run)
    .map((turn) => turns.indexOf(turn))
    .filter((index) => index !== -1)
    .sort((a, b) => a - b);
}
