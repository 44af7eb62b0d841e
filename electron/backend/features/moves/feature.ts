import { CUE_RULES } from '#shared/algorithms/moves/cues/cue-rules.ts';
import { readPhrases } from '#shared/algorithms/moves/cues/own-cues.ts';
import { byTypical } from '#shared/algorithms/moves/move-figures.ts';
import {
  type MoveCard,
  type MoveCards,
  type MoveSentence,
  movesContract,
  type RoleMoves,
} from '#shared/contract/moves.ts';
import { ROLES, type Role, roleAt } from '#shared/domain/dialogue.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { sentenceReader, turnsWithWords } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { CHANGES_TAGS, type EditEffect } from '../../store/edits/log/placed-changes.ts';
import { tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { readMoveDecisions, readOwnCues } from '../../store/tags/move-decision-table.ts';
import { turnsTakenFrom } from '../../store/tags/move-table.ts';
import { editMoves, readablePhrases } from './edit-moves.ts';
import {
  findMoves,
  type NamedGroup,
  type NamedRole,
  namedMoves,
  requireMoves,
  type ShownMoves,
} from './moves-in-memory.ts';

const CENTRAL = 4;
const BORDERLINE = 2;
const NEIGHBOURS = 3;

/** Returns the moves of a run as cards. Linear in the run's units and in the turns that people decided on. */
function moveCards(
  database: ReadDatabase,
  moves: ShownMoves,
  cut: readonly { readonly role: Role; readonly moves: number }[],
): MoveCards {
  const decisions = readMoveDecisions(database);
  const roles = namedMoves(database, moves, [
    ...decisions,
    ...cut.map((one) => ({ kind: 'cut' as const, ...one })),
  ]);
  const groups = roles.flatMap((role) => role.groups);
  const groupOf = new Int32Array(moves.units.length + 2).fill(-1);
  for (const [at, { units }] of groups.entries()) for (const unit of units) groupOf[unit] = at;
  const names = [...groups.map(({ name }) => name), 'other', null];
  groupOf[moves.units.length] = groups.length;
  groupOf[moves.units.length + 1] = groups.length + 1;
  const neighbours = neighboursOf(moves, groupOf, groups.length + 2, names);
  const decided = decidedTurns(database, moves, roles, groupOf);
  const examples: ShownMoves['examples'][number][][] = groups.map(() => []);
  for (const example of moves.examples) {
    const group = groupOf[example.unit]!;
    // If a person moved a sentence to another move, it is no example anymore.
    if (group >= 0 && !decided.left.has(example.turn)) examples[group]!.push(example);
  }
  const read = sentenceReader(database);
  /** Returns the first few texts, each with different words. */
  const texts = (sorted: ShownMoves['examples'], most: number, shown: Set<string>): MoveSentence[] => {
    const chosen: MoveSentence[] = [];
    for (const { turn, start, end } of sorted) {
      if (chosen.length === most) break;
      const sentence = read(turn, start, end);
      const words = sentence?.text.toLowerCase() ?? '';
      if (!sentence || shown.has(words)) continue;
      shown.add(words);
      chosen.push(sentence);
    }
    return chosen;
  };
  const card = (group: NamedGroup, at: number, turns: number, all: number): MoveCard => {
    const shown = new Set<string>();
    return {
      tag: group.tag,
      name: group.name,
      turns,
      share: all === 0 ? 0 : turns / all,
      central: texts(examples[at]!.toSorted(byTypical), CENTRAL, shown),
      borderline: texts(
        examples[at]!.toSorted((a, b) => a.margin - b.margin),
        BORDERLINE,
        shown,
      ),
      ...neighbours[at]!,
      stability: stabilityOf(moves, group),
      splits: group.splits,
    };
  };
  let first = 0;
  return {
    run: moves.run,
    method: moves.model.method,
    why: moves.model.why,
    encoder: moves.model.encoder,
    roles: roles.map(({ role, model, groups: own, cut: into }): RoleMoves => {
      const from = first;
      first += own.length;
      const turns = own.map(
        ({ units }, at) =>
          units.reduce((sum, unit) => sum + moves.sizes[unit]!, 0) + (decided.change[from + at] ?? 0),
      );
      const other = model.otherTurns + (decided.other.get(role) ?? 0);
      const all = turns.reduce((sum, count) => sum + count, other);
      return {
        role,
        cut: into,
        most: model.tree.leaves,
        moves: own
          .map((group, at) => card(group, from + at, turns[at]!, all))
          .sort((a, b) => b.turns - a.turns || (a.name < b.name ? -1 : 1)),
        otherTurns: other,
      };
    }),
    decisions: decisions.length,
    left: roles.reduce((sum, { left }) => sum + left, 0),
  };
}

function neighboursOf(
  { pairs }: ShownMoves,
  groupOf: Int32Array,
  kinds: number,
  names: readonly (string | null)[],
): Pick<MoveCard, 'before' | 'after'>[] {
  const before = new Float64Array(kinds * kinds);
  for (let at = 0; at < pairs.length; at += 3) {
    const [from, to] = [groupOf[pairs[at]!]!, groupOf[pairs[at + 1]!]!];
    if (from >= 0 && to >= 0) before[to * kinds + from]! += pairs[at + 2]!;
  }
  const most = (count: (kind: number) => number) => {
    const counts = names.map((name, kind) => ({ name, count: count(kind) }));
    const sum = counts.reduce((total, { count: own }) => total + own, 0);
    return counts
      .filter(({ count: own }) => own > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, NEIGHBOURS)
      .map(({ name, count: own }) => ({ name, share: own / sum }));
  };
  return names.map((_, group) => ({
    before: most((kind) => before[group * kinds + kind]!),
    after: most((kind) => before[kind * kinds + group]!),
  }));
}

/** Returns the mean, over the samples, of the best Jaccard index with a move of the sample (Hennig 2007). */
function stabilityOf({ samples, units }: ShownMoves, { units: members }: NamedGroup): number | null {
  const own = new Set(members);
  const role = units[members[0] ?? -1]?.role;
  const inside = new Map<string, number>();
  const all = new Map<string, number>();
  const sizes = new Map<number, number>();
  for (let at = 0; at < samples.length; at += 4) {
    const [sample, unit, move, count] = [samples[at]!, samples[at + 1]!, samples[at + 2]!, samples[at + 3]!];
    if (units[unit]!.role !== role) continue;
    const key = `${sample} ${move}`;
    all.set(key, (all.get(key) ?? 0) + count);
    if (!own.has(unit)) continue;
    inside.set(key, (inside.get(key) ?? 0) + count);
    sizes.set(sample, (sizes.get(sample) ?? 0) + count);
  }
  const best = new Map<number, number>();
  for (const [key, count] of inside) {
    const sample = Number(key.split(' ')[0]);
    const jaccard = count / (all.get(key)! + sizes.get(sample)! - count);
    best.set(sample, Math.max(best.get(sample) ?? 0, jaccard));
  }
  return best.size === 0 ? null : [...best.values()].reduce((sum, value) => sum + value, 0) / best.size;
}

/** Returns how people's decisions on single turns change the counts, and which turns get a different first move. */
function decidedTurns(
  database: ReadDatabase,
  moves: ShownMoves,
  roles: readonly NamedRole[],
  groupOf: Int32Array,
) {
  const change: number[] = [];
  const other = new Map<Role, number>();
  const left = new Set<TurnId>();
  const groupByName = new Map<string, number>();
  for (const [at, { role, name }] of roles
    .flatMap(({ role, groups }) => groups.map(({ name }) => ({ role, name })))
    .entries())
    groupByName.set(`${role} ${name}`, at);
  const count = (role: Role, group: number, by: number): void => {
    if (group < 0) other.set(role, (other.get(role) ?? 0) + by);
    else change[group] = (change[group] ?? 0) + by;
  };
  const taken = turnsTakenFrom(database, moves.run);
  const read = taken.length === 0 ? null : tagReaderFor(database, moves.run);
  for (const { turn, role: number, unit } of taken) {
    const role = roleAt(number);
    const machine = unit === null ? -1 : groupOf[unit]!;
    const now = groupByName.get(`${role} ${read?.(turn).tags[0]?.name}`) ?? -1;
    if (now === machine) continue;
    left.add(turn);
    count(role, machine, -1);
    count(role, now, 1);
  }
  return { change, other, left };
}

/** Cues matter only when dialogues are tagged again, so changing a cue has no effect until then. */
const CHANGES_CUES: EditEffect = { topics: ['tags'], changesTags: 'never' };
const EXAMPLES = 5;

export const feature = defineFeature({
  contract: movesContract,
  methods: {
    cards: ({ input, project }) => {
      const moves = findMoves(project, input.run);
      return moves && moveCards(project.database, moves, input.cut);
    },
    cues: ({ project: { database } }) => ({
      own: readOwnCues(database).map(({ kind: _, ...cue }) => ({
        ...cue,
        turns: turnsWithWords(database, cue.role, readPhrases(cue.phrases), 0).turns,
      })),
      builtIn: ROLES.flatMap((role) => CUE_RULES[role].map(({ name }) => ({ role, move: name }))),
    }),
    countCue: ({ input, project: { database } }) =>
      turnsWithWords(database, input.role, readablePhrases(input.phrases), EXAMPLES),
    edit: ({ input, project, session }) =>
      editMoves(editorOf(session, input.reason), requireMoves(project, input.run), input.edit),
  },
  edits: {
    'cut-moves': CHANGES_TAGS,
    'merge-moves': CHANGES_TAGS,
    'split-move': CHANGES_TAGS,
    'rename-move': CHANGES_TAGS,
    'add-cue': CHANGES_CUES,
    'remove-cue': CHANGES_CUES,
  },
});
