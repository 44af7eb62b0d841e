import { type LabelledRounds, labelledRounds } from '#shared/algorithms/agreement/measure-agreement.ts';
import { compareCodePoints } from '#shared/algorithms/automaton/corpus/code-point-order.ts';
import type { Side } from '#shared/contract/review.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { dialogueHeads } from '../corpus/dialogue-table.ts';
import { eachRound } from '../corpus/round-table.ts';
import type { ReadDatabase } from '../database.ts';
import { type Mark, roundsMarked } from '../edits/words/mark-table.ts';
import { flaggedRounds } from '../runs/model-tagging-table.ts';
import { eachFileRound } from '../tags/annotation-file-table.ts';
import { eachDecision, eachRunTag } from '../tags/round-tags.ts';
import { tagIds, type Vocabulary } from '../tags/tag-table.ts';

/** All turns of a project in canonical order: dialogues by source name and external id, then position. */
export interface RoundSkeleton {
  /** length = turns; turn ids */
  readonly ids: Int32Array;
  /** length = turns; 0 system, 1 user */
  readonly roles: Uint8Array;
  /** length = dialogues + 1 */
  readonly offsets: Int32Array;
  readonly dialogueIds: Int32Array;
  /** Returns the index of a turn id, or −1. */
  indexOf(round: number): number;
}

export function readRoundSkeleton(database: ReadDatabase): RoundSkeleton {
  const dialogues = dialogueHeads(database).sort(
    (a, b) => compareCodePoints(a.source, b.source) || compareCodePoints(a.externalId, b.externalId),
  );
  const rounds = new Map<number, { id: number; role: number }[]>(dialogues.map(({ id }) => [id, []]));
  let last = 0;
  for (const [dialogue, round, role] of eachRound(database)) {
    rounds.get(dialogue)?.push({ id: round, role });
    last = Math.max(last, round);
  }
  const ids: number[] = [];
  const roles: number[] = [];
  const offsets = [0];
  const indexes = new Int32Array(last + 1).fill(-1);
  for (const dialogue of dialogues) {
    for (const { id, role } of rounds.get(dialogue.id) ?? []) {
      indexes[id] = ids.length;
      ids.push(id);
      roles.push(role);
    }
    offsets.push(ids.length);
  }
  return {
    ids: Int32Array.from(ids),
    roles: Uint8Array.from(roles),
    offsets: Int32Array.from(offsets),
    dialogueIds: Int32Array.from(dialogues, ({ id }) => id),
    indexOf: (round) => (round >= 0 && round <= last ? indexes[round]! : -1),
  };
}

/** A side's tags on all turns, and the turns it covers. Labels are canonical tag ids. */
interface SideTags {
  readonly tags: LabelledRounds;
  /** length = turns; 1 if the side covers it, even with "no tag" */
  readonly covers: Uint8Array;
}

/** Labels from this number on are names from a file. */
const FIRST_FOREIGN = 2 ** 23;

/** Labels: a tag's canonical id, or a new number for an unknown name. */
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

const emptySets = (rounds: RoundSkeleton): Sets => Array.from(rounds.ids, () => []);

function readRunSets(database: ReadDatabase, run: RunId, rounds: RoundSkeleton, labels: Labels): Sets {
  const sets = emptySets(rounds);
  for (const [round, tag] of eachRunTag(database, run)) {
    const index = rounds.indexOf(round);
    sets[index]?.push(labels.ofTag(tag));
  }
  return sets;
}

/** Applies people's decisions to a run's tags; `decided` gets a 1 for every turn they decided on. */
function decide(
  database: ReadDatabase,
  tagger: string,
  rounds: RoundSkeleton,
  labels: Labels,
  sets: Sets,
  decided: Uint8Array,
): void {
  for (const [round, tag, present] of eachDecision(database, tagger)) {
    const index = rounds.indexOf(round);
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
  rounds: RoundSkeleton,
  labels: Labels,
): LabelledRounds => labelledRounds(readRunSets(database, run, rounds, labels));

/** Reads the current tags: a run's with people's decisions. */
export function readStandingTags(
  database: ReadDatabase,
  run: { readonly id: RunId; readonly tagger: string },
  rounds: RoundSkeleton,
  labels: Labels,
): LabelledRounds {
  const sets = readRunSets(database, run.id, rounds, labels);
  decide(database, run.tagger, rounds, labels, sets, new Uint8Array(rounds.ids.length));
  return labelledRounds(sets);
}

/** Returns one side's tags on all turns. */
export function readSide(
  database: ReadDatabase,
  side: Side,
  taggerOf: (run: RunId) => string,
  rounds: RoundSkeleton,
  labels: Labels,
): SideTags {
  const covers = new Uint8Array(rounds.ids.length);
  if (side.kind === 'run') {
    return { tags: readGivenTags(database, side.run, rounds, labels), covers: covers.fill(1) };
  }
  if (side.kind === 'people') {
    const tagger = taggerOf(side.run);
    const sets = readRunSets(database, side.run, rounds, labels);
    decide(database, tagger, rounds, labels, sets, covers);
    for (const index of indexesMarked(database, tagger, 'checked', rounds)) covers[index] = 1;
    return { tags: labelledRounds(sets), covers };
  }
  const sets = emptySets(rounds);
  for (const [round, names] of eachFileRound(database, side.file)) {
    const index = rounds.indexOf(round);
    if (index === -1) continue;
    covers[index] = 1;
    sets[index] = names.map((name) => labels.ofName(name));
  }
  return { tags: labelledRounds(sets), covers };
}

/** Returns indexes of the turns that people marked, ascending. */
export function indexesMarked(
  database: ReadDatabase,
  tagger: string,
  mark: Mark,
  rounds: RoundSkeleton,
): number[] {
  return roundsMarked(database, tagger, mark)
    .map((round) => rounds.indexOf(round))
    .filter((index) => index !== -1)
    .sort((a, b) => a - b);
}

export function indexesFlaggedByRun(database: ReadDatabase, run: RunId, rounds: RoundSkeleton): number[] {
  return flaggedRounds(database, run)
    .map((round) => rounds.indexOf(round))
    .filter((index) => index !== -1)
    .sort((a, b) => a - b);
}
