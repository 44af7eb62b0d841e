import { append } from '#shared/domain/append.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { eachTurn } from '../corpus/turn-table.ts';
import type { ReadDatabase } from '../database.ts';
import { countOf, eachRaw } from '../statements.ts';
import type { Vocabulary } from './tag-table.ts';
import { eachDecision, eachRunTag } from './turn-tags.ts';

export interface RunTurns {
  readonly turnIds: Int32Array;
  readonly dialogueIds: Int32Array;
  readonly roles: Uint8Array;
  /** The earliest time of a message, in milliseconds since 1970 in UTC; NaN if no message has a time. */
  readonly times: Float64Array;
  /** The run's tags of turn r are `tagOffsets[r] … tagOffsets[r+1]-1`. The last entry is the number of tags. */
  readonly tagOffsets: Int32Array;
  readonly tags: Int32Array;
}

export interface StandingTags {
  readonly tagOffsets: Int32Array;
  readonly tags: Int32Array;
}

/** Reads a whole run. For example, 640,000 tags of 320,000 turns take about a second. */
export function readRunTurns(database: ReadDatabase, run: RunId): RunTurns {
  const count = countOf(database, 'SELECT count(*) FROM rounds');
  const turnIds = new Int32Array(count);
  const dialogueIds = new Int32Array(count);
  const roles = new Uint8Array(count);
  const times = new Float64Array(count).fill(Number.NaN);
  const indexOf = new Map<number, number>();
  let turns = 0;
  for (const [dialogue, id, role] of eachTurn(database)) {
    turnIds[turns] = id;
    dialogueIds[turns] = dialogue;
    roles[turns] = role;
    indexOf.set(id, turns++);
  }
  for (const [turn, time] of eachRaw<[number, string]>(database)`
    SELECT round_id, min(time) FROM utterances WHERE time IS NOT NULL GROUP BY round_id`) {
    times[required(indexOf.get(turn), `turn ${turn}`)] = Date.parse(time);
  }
  const counts = new Int32Array(count + 1);
  const pairs: { index: number; tag: number }[] = [];
  for (const [turn, tag] of eachRunTag(database, run)) {
    const index = required(indexOf.get(turn), `turn ${turn}`);
    counts[index + 1]!++;
    pairs.push({ index, tag });
  }
  for (let turn = 0; turn < count; turn++) counts[turn + 1]! += counts[turn]!;
  const places = counts.slice();
  const tags = new Int32Array(pairs.length);
  for (const { index, tag } of pairs) tags[places[index]!++] = tag;
  return { turnIds, dialogueIds, roles, times, tagOffsets: counts, tags };
}

/** Applies people's decisions to a run's tags. Later edits override earlier ones. */
export function standingTags(
  database: ReadDatabase,
  { turnIds, tagOffsets, tags }: RunTurns,
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
  for (const [turn, tag, present] of eachDecision(database, tagger)) {
    append(decisions, turn, [resolve(tag), present === 1]);
  }
  const offsets = new Int32Array(turnIds.length + 1);
  const standing: number[] = [];
  for (let turn = 0; turn < turnIds.length; turn++) {
    const start = standing.length;
    for (let at = tagOffsets[turn]!; at < tagOffsets[turn + 1]!; at++) {
      const tag = resolve(tags[at]!);
      if (standing.indexOf(tag, start) === -1) standing.push(tag);
    }
    for (const [tag, present] of decisions.get(turnIds[turn]!) ?? []) {
      const at = standing.indexOf(tag, start);
      if (present && at === -1) standing.push(tag);
      if (!present && at !== -1) standing.splice(at, 1);
    }
    offsets[turn + 1] = standing.length;
  }
  return { tagOffsets: offsets, tags: Int32Array.from(standing) };
}

export interface TagSightings {
  readonly tag: TagId;
  readonly byRole: number[];
  dialogues: number;
  lastDialogue: number;
  first: number;
  last: number;
  /** The first turn by time; −1 if no turn has a time. */
  firstTimed: number;
  lastTimed: number;
}

/** Counts every tag that some turn has, in one pass. */
export function tallyTags(turns: RunTurns, standing: StandingTags): Map<TagId, TagSightings> {
  const tallies = new Map<TagId, TagSightings>();
  for (let turn = 0; turn < turns.turnIds.length; turn++) {
    for (let at = standing.tagOffsets[turn]!; at < standing.tagOffsets[turn + 1]!; at++) {
      const tag = standing.tags[at]! as TagId;
      let tally = tallies.get(tag);
      if (!tally) {
        tally = {
          tag,
          byRole: ROLES.map(() => 0),
          dialogues: 0,
          lastDialogue: -1,
          first: turn,
          last: turn,
          firstTimed: -1,
          lastTimed: -1,
        };
        tallies.set(tag, tally);
      }
      tally.byRole[turns.roles[turn]!]!++;
      tally.last = turn;
      if (tally.lastDialogue !== turns.dialogueIds[turn]) {
        tally.dialogues++;
        tally.lastDialogue = turns.dialogueIds[turn]!;
      }
      const time = turns.times[turn]!;
      if (Number.isNaN(time)) continue;
      if (tally.firstTimed === -1 || time < turns.times[tally.firstTimed]!) tally.firstTimed = turn;
      if (tally.lastTimed === -1 || time >= turns.times[tally.lastTimed]!) tally.lastTimed = turn;
    }
  }
  return tallies;
}
