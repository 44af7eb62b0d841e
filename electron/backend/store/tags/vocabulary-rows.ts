import { ROLES } from '#shared/domain/dialogue.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { eachRound } from '../corpus/round-table.ts';
import type { ReadDatabase } from '../database.ts';
import { countOf, eachRaw } from '../statements.ts';
import { eachDecision, eachRunTag } from './round-tags.ts';
import type { Vocabulary } from './tag-table.ts';

export interface RunRounds {
  /** length = turns */
  readonly roundIds: Int32Array;
  readonly dialogueIds: Int32Array;
  readonly roles: Uint8Array;
  /** Earliest time of a message, milliseconds since 1970 in UTC; NaN if no message has one. */
  readonly times: Float64Array;
  /** length = turns + 1; the run's tags of turn r are `tagOffsets[r] … tagOffsets[r+1]-1` */
  readonly tagOffsets: Int32Array;
  readonly tags: Int32Array;
}

/** The current tags of the same turns: the run's with people's decisions, merged tags as one, each once. */
export interface StandingTags {
  /** length = turns + 1 */
  readonly tagOffsets: Int32Array;
  readonly tags: Int32Array;
}

/** Reads a whole run, e.g. 640,000 tags of 320,000 turns in about a second. */
export function readRunRounds(database: ReadDatabase, run: RunId): RunRounds {
  const count = countOf(database, 'SELECT count(*) FROM rounds');
  const roundIds = new Int32Array(count);
  const dialogueIds = new Int32Array(count);
  const roles = new Uint8Array(count);
  const times = new Float64Array(count).fill(Number.NaN);
  const indexOf = new Map<number, number>();
  let rounds = 0;
  for (const [dialogue, id, role] of eachRound(database)) {
    roundIds[rounds] = id;
    dialogueIds[rounds] = dialogue;
    roles[rounds] = role;
    indexOf.set(id, rounds++);
  }
  for (const [round, time] of eachRaw<[number, string]>(database)`
    SELECT round_id, min(time) FROM utterances WHERE time IS NOT NULL GROUP BY round_id`) {
    times[required(indexOf.get(round), `round ${round}`)] = Date.parse(time);
  }
  const counts = new Int32Array(count + 1);
  const pairs: { index: number; tag: number }[] = [];
  for (const [round, tag] of eachRunTag(database, run)) {
    const index = required(indexOf.get(round), `round ${round}`);
    counts[index + 1]!++;
    pairs.push({ index, tag });
  }
  for (let round = 0; round < count; round++) counts[round + 1]! += counts[round]!;
  const places = counts.slice();
  const tags = new Int32Array(pairs.length);
  for (const { index, tag } of pairs) tags[places[index]!++] = tag;
  return { roundIds, dialogueIds, roles, times, tagOffsets: counts, tags };
}

/** Applies people's decisions to a run's tags. Later edits override earlier ones. */
export function standingTags(
  database: ReadDatabase,
  { roundIds, tagOffsets, tags }: RunRounds,
  tagger: string,
  { canonical }: Vocabulary,
): StandingTags {
  const standsFor = new Map<number, TagId>();
  const resolve = (raw: number): TagId => {
    let tag = standsFor.get(raw);
    if (tag === undefined) {
      tag = canonical(raw as TagId);
      standsFor.set(raw, tag);
    }
    return tag;
  };
  const decisions = new Map<number, [tag: TagId, present: boolean][]>();
  for (const [round, tag, present] of eachDecision(database, tagger)) {
    const list = decisions.get(round);
    if (list) list.push([resolve(tag), present === 1]);
    else decisions.set(round, [[resolve(tag), present === 1]]);
  }
  const offsets = new Int32Array(roundIds.length + 1);
  const standing: number[] = [];
  for (let round = 0; round < roundIds.length; round++) {
    const start = standing.length;
    for (let at = tagOffsets[round]!; at < tagOffsets[round + 1]!; at++) {
      const tag = resolve(tags[at]!);
      if (standing.indexOf(tag, start) === -1) standing.push(tag);
    }
    for (const [tag, present] of decisions.get(roundIds[round]!) ?? []) {
      const at = standing.indexOf(tag, start);
      if (present && at === -1) standing.push(tag);
      if (!present && at !== -1) standing.splice(at, 1);
    }
    offsets[round + 1] = standing.length;
  }
  return { tagOffsets: offsets, tags: Int32Array.from(standing) };
}

/** The occurrences of a tag. Turns are indexes. */
export interface TagSightings {
  readonly tag: TagId;
  /** By index into ROLES. */
  readonly byRole: number[];
  dialogues: number;
  lastDialogue: number;
  first: number;
  last: number;
  /** By time; −1 without times. */
  firstTimed: number;
  lastTimed: number;
}

/** Counts every tag that some turn carries, in one pass. */
export function tallyTags(rounds: RunRounds, standing: StandingTags): Map<TagId, TagSightings> {
  const tallies = new Map<TagId, TagSightings>();
  for (let round = 0; round < rounds.roundIds.length; round++) {
    for (let at = standing.tagOffsets[round]!; at < standing.tagOffsets[round + 1]!; at++) {
      const tag = standing.tags[at]! as TagId;
      let tally = tallies.get(tag);
      if (!tally) {
        tally = {
          tag,
          byRole: ROLES.map(() => 0),
          dialogues: 0,
          lastDialogue: -1,
          first: round,
          last: round,
          firstTimed: -1,
          lastTimed: -1,
        };
        tallies.set(tag, tally);
      }
      tally.byRole[rounds.roles[round]!]!++;
      tally.last = round;
      if (tally.lastDialogue !== rounds.dialogueIds[round]) {
        tally.dialogues++;
        tally.lastDialogue = rounds.dialogueIds[round]!;
      }
      const time = rounds.times[round]!;
      if (Number.isNaN(time)) continue;
      if (tally.firstTimed === -1 || time < rounds.times[tally.firstTimed]!) tally.firstTimed = round;
      if (tally.lastTimed === -1 || time >= rounds.times[tally.lastTimed]!) tally.lastTimed = round;
    }
  }
  return tallies;
}
