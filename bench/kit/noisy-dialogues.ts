import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { TaggedRows } from '../../shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { createRandom } from '../../shared/algorithms/random/random.ts';
import { generateDemoDialogues } from '../../shared/demo/generate.ts';
import { ROLE_NAMES, ROLES, type Role, roleAt, turnsOf } from '../../shared/domain/dialogue.ts';

const DISTINCT = 5000;
export const NOISE = 0.05;

/** The turns of demo dialogues, with one tag each. */
export const demoPaths = (count: number): { readonly role: Role; readonly tag: string }[][] =>
  generateDemoDialogues({ seed: 1, count: Math.min(count, DISTINCT) }).map(({ turns }) =>
    turnsOf(
      turns.map(({ speaker }) => speaker),
      true,
    ).map(({ role, first }) => ({ role, tag: turns[first].acts[0] })),
  );

export function noisyRows(count: number, seed = 2): TaggedRows {
  const idOf = new Map<string, number>();
  const distinct = demoPaths(count).map((path) =>
    path.map(({ role, tag }) => {
      if (!idOf.has(tag)) idOf.set(tag, idOf.size);
      return { role: ROLES.indexOf(role), tag: idOf.get(tag) ?? 0 };
    }),
  );
  const tagNames = [...idOf.keys()];
  const { next, integer } = createRandom(seed);
  const turnOffsets = new Int32Array(count + 1);
  for (let at = 0; at < count; at++)
    turnOffsets[at + 1] = turnOffsets[at] + distinct[at % distinct.length].length;
  const turns = turnOffsets[count];
  const turnRoles = new Uint8Array(turns);
  const tagIds = new Int32Array(turns);
  for (let at = 0; at < count; at++)
    for (const [place, { role, tag }] of distinct[at % distinct.length].entries()) {
      turnRoles[turnOffsets[at] + place] = role;
      tagIds[turnOffsets[at] + place] = next() < NOISE ? integer(tagNames.length) : tag;
    }
  return {
    keys: Array.from({ length: count }, (_, at) => String(at).padStart(8, '0')),
    turnOffsets,
    turnRoles,
    tagOffsets: Int32Array.from({ length: turns + 1 }, (_, at) => at),
    tagIds,
    tagNames,
  };
}

export function writeSequences(file: string, dialogues: number): void {
  const { turnOffsets, turnRoles, tagIds, tagNames } = noisyRows(dialogues);
  const lines = Array.from({ length: dialogues }, (_, at) =>
    Array.from(
      tagIds.subarray(turnOffsets[at], turnOffsets[at + 1]),
      (tag, place) => `${ROLE_NAMES[roleAt(turnRoles[turnOffsets[at] + place])]}: ${tagNames[tag]}`,
    ).join('\t'),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}

export async function readSequences(file: string): Promise<TaggedRows> {
  const idOf = new Map<string, number>();
  const offsets = [0];
  const turns: number[] = [];
  for await (const line of createInterface(createReadStream(file))) {
    for (const turn of line.split('\t')) {
      if (!idOf.has(turn)) idOf.set(turn, idOf.size);
      turns.push(idOf.get(turn)!);
    }
    offsets.push(turns.length);
  }
  const said = [...idOf.keys()].map((turn) => turn.split(': '));
  const roles = said.map(([who]) => ROLES.findIndex((role) => ROLE_NAMES[role] === who));
  return {
    keys: Array.from({ length: offsets.length - 1 }, (_, at) => String(at).padStart(8, '0')),
    turnOffsets: Int32Array.from(offsets),
    turnRoles: Uint8Array.from(turns, (turn) => roles[turn]),
    tagOffsets: Int32Array.from({ length: turns.length + 1 }, (_, at) => at),
    tagIds: Int32Array.from(turns),
    tagNames: said.map(([, tag]) => tag),
  };
}
