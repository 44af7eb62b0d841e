import type { MergeTree } from '../moves/clusters/merge-tree.ts';
import { isZero, type Vectors } from '../moves/clusters/sentence-vectors.ts';
import { dot, meansOf } from '../moves/clusters/spherical-k-means.ts';
import { groupMoves, type MoveDecision } from '../moves/group-moves.ts';
import { weightOf } from './name-topics.ts';

export interface TopicsModel {
  readonly encoder: string;
  /** Agreement of the topics of two samples of 70 %, as an adjusted Rand index. */
  readonly stability: number;
  readonly seed: number;
  readonly tree: MergeTree;
  readonly names: readonly string[];
  readonly cut: readonly number[];
  /** For each unit, its place in the cut and its fine cluster. */
  readonly units: readonly { readonly topic: number; readonly leaf: number }[];
  /** Phrases that distinguish a unit: as written, with the number of dialogues by unit and in total. */
  readonly phrases: readonly TopicPhrase[];
}

export interface TopicPhrase {
  readonly text: string;
  readonly phrase: string;
  readonly dialogues: number;
  readonly units: readonly (readonly [unit: number, dialogues: number])[];
}

interface TopicReference {
  readonly units: readonly number[];
  readonly name: string;
}

export type TopicDecision =
  | { readonly kind: 'cut'; readonly topics: number }
  | { readonly kind: 'merge'; readonly topic: TopicReference; readonly into: TopicReference }
  | { readonly kind: 'split'; readonly topic: TopicReference }
  | { readonly kind: 'rename'; readonly topic: TopicReference; readonly name: string }
  /** Assigns the topic to these dialogues, by index, and to similar ones. Creates the topic if needed. */
  | { readonly kind: 'teach'; readonly topic: TopicReference; readonly dialogues: readonly number[] };

interface TopicGroup {
  readonly name: string;
  /** Positions among all units, ascending; empty if the topic has only taught dialogues. */
  readonly units: readonly number[];
  readonly splits: boolean;
}

export interface GroupedTopics {
  readonly cut: number;
  readonly groups: readonly TopicGroup[];
  readonly of: Int32Array;
  /** For each dialogue, 1 if a person assigned its topic, or if it is similar to such a dialogue. */
  readonly taught: Uint8Array;
  readonly left: number;
}

const LIKE_AN_EXAMPLE = 0.6;
const LIKE_FROM_NONE = 0.5;

export function groupTopics(
  model: Pick<TopicsModel, 'tree' | 'names' | 'cut' | 'units'>,
  unitOf: Int32Array,
  vectors: Vectors,
  decisions: readonly TopicDecision[],
): GroupedTopics {
  const sizes = new Int32Array(model.units.length);
  for (const unit of unitOf) if (unit >= 0) sizes[unit]++;
  const grouped = groupMoves(
    { role: 'user', tree: model.tree, names: model.names, cut: model.cut, turns: [], otherTurns: 0 },
    { units: model.units.map(({ topic, leaf }) => ({ role: 'user', move: topic, leaf })), sizes },
    decisions.flatMap((decision): MoveDecision[] => (decision.kind === 'teach' ? [] : [asMoves(decision)])),
  );
  const groups: TopicGroup[] = grouped.groups.map(({ label, ...group }) => ({
    ...group,
    name: String(label),
  }));
  const groupOfUnit = new Int32Array(model.units.length).fill(-1);
  for (const [at, { units }] of groups.entries()) for (const unit of units) groupOfUnit[unit] = at;
  const of = unitOf.map((unit) => (unit < 0 ? -1 : groupOfUnit[unit]));
  const taught = new Uint8Array(of.length);
  const examples = new Map<number, number>();
  let { left } = grouped;
  for (const decision of decisions) {
    if (decision.kind !== 'teach') continue;
    const group = taughtGroup(groups, decision.topic);
    const there = decision.dialogues.filter((dialogue) => dialogue >= 0);
    if (there.length === 0) left++;
    for (const dialogue of there) examples.set(dialogue, group);
  }
  if (examples.size > 0) follow(vectors, groups.length, of, taught, examples);
  return { cut: grouped.cut, groups, of, taught, left };
}

function asMoves(decision: Exclude<TopicDecision, { kind: 'teach' }>): MoveDecision {
  const about = ({ units, name }: TopicReference) => ({ units, label: name });
  const role = 'user';
  switch (decision.kind) {
    case 'cut':
      return { kind: 'cut', role, moves: decision.topics };
    case 'merge':
      return { kind: 'merge', role, move: about(decision.topic), into: about(decision.into) };
    case 'split':
      return { kind: 'split', role, move: about(decision.topic) };
    case 'rename':
      return { kind: 'rename', role, move: about(decision.topic), label: decision.name };
  }
}

function taughtGroup(groups: TopicGroup[], { name, units }: TopicReference): number {
  const named = groups.findIndex((group) => group.name === name);
  if (named >= 0) return named;
  const votes = groups.map((group) => units.filter((unit) => group.units.includes(unit)).length);
  const most = Math.max(0, ...votes);
  return most > 0 ? votes.indexOf(most) : groups.push({ name, units: [], splits: false }) - 1;
}

function follow(
  vectors: Vectors,
  groups: number,
  of: Int32Array,
  taught: Uint8Array,
  examples: ReadonlyMap<number, number>,
): void {
  const { dimensions, values } = vectors;
  const means = meansOf(vectors, of, groups, true);
  const cosine = (row: number, other: number): number =>
    dot(values, row * dimensions, values, other * dimensions, dimensions);
  for (let row = 0; row < of.length; row++) {
    if (examples.has(row) || isZero(vectors, row)) continue;
    const own =
      of[row] < 0 ? LIKE_FROM_NONE : dot(values, row * dimensions, means, of[row] * dimensions, dimensions);
    let best = of[row] < 0 ? LIKE_FROM_NONE : Math.max(LIKE_AN_EXAMPLE, own);
    let group = -1;
    for (const [example, topic] of examples) {
      const near = cosine(row, example);
      if (near > best) [best, group] = [near, topic];
    }
    if (group < 0 || group === of[row]) continue;
    of[row] = group;
    taught[row] = 1;
  }
  for (const [row, group] of examples) {
    of[row] = group;
    taught[row] = 1;
  }
}

interface GroupPhrase {
  readonly text: string;
  readonly share: number;
}

const LEAST_SHOWN = 0.04;

/** The phrases that set each group apart, best first; of phrases that share a word only the best. */
export function phrasesOfGroup(
  phrases: readonly TopicPhrase[],
  units: readonly number[],
  size: number,
  dialogues: number,
  most: number,
): GroupPhrase[] {
  const own = new Set(units);
  const scored = phrases.flatMap(({ text, phrase, dialogues: all, units: counts }) => {
    const count = counts.reduce((sum, [unit, many]) => sum + (own.has(unit) ? many : 0), 0);
    const share = count / Math.max(1, size);
    const elsewhere = (all - count + 0.5) / Math.max(1, dialogues - size);
    const score = share * Math.log(share / elsewhere) * weightOf(phrase, text);
    return score > 0 && share >= LEAST_SHOWN ? [{ text, phrase, share: Math.min(1, share), score }] : [];
  });
  scored.sort((a, b) => b.score - a.score || (a.phrase < b.phrase ? -1 : 1));
  const used = new Set<string>();
  const kept: GroupPhrase[] = [];
  for (const { text, phrase, share } of scored) {
    const stems = phrase.split(' ');
    if (kept.length === most || stems.some((stem) => used.has(stem))) continue;
    for (const stem of stems) used.add(stem);
    kept.push({ text, share });
  }
  return kept;
}
