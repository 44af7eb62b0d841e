import { z } from 'zod';
import { comparePartitions } from '#shared/algorithms/agreement/partition-agreement.ts';
import { type NamedTogether, turnsAlike } from '#shared/algorithms/move-naming/naming-messages.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { NamedMove, NamingBeside, NamingReport } from '#shared/contract/move-naming.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { TopicCard } from '#shared/contract/topics.ts';
import { modelName } from '#shared/domain/agent.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor, unchanged } from '../../editing/commit.ts';
import { accountOfRun } from '../../jobs/lasting-runs.ts';
import type { Project } from '../../project.ts';
import { countDialogues } from '../../store/corpus/dialogue-table.ts';
import { sentenceReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findAnyRun } from '../../store/runs/run-table.ts';
import { taggingRuns } from '../../store/runs/tagging-runs.ts';
import { decideNames, readMoveDecisions, type StoredNames } from '../../store/tags/move-decision-table.ts';
import { unitsBesideTags } from '../../store/tags/move-table.ts';
import { ensureTagNamed, readVocabulary } from '../../store/tags/tag-table.ts';
import { groupedTopics, readTopicDecisions, type TopicsRun } from '../../store/topics/topic-table.ts';
import { anchorsOf, findMoves, type ShownMoves } from '../moves/index.ts';
import { findTopicsRun, nameTopics, topicCards } from '../topics/index.ts';
import {
  type Cluster,
  type NamesNow,
  type NamingOutcome,
  type NamingParams,
  namesNow,
  namingRuns,
  turnsOf,
} from './naming-runs.ts';

type NamedCluster = NamingOutcome['clusters'][number] & {
  readonly name: string;
  readonly by: NamedMove['by'];
  readonly turns: number;
};

function namedClusters(moves: ShownMoves, now: NamesNow, { clusters }: NamingOutcome): NamedCluster[] {
  return clusters.map((cluster) => {
    const person = now.byPerson(cluster);
    return {
      ...cluster,
      name: person ?? cluster.name ?? cluster.own,
      by: person !== null ? 'person' : cluster.name !== null ? 'model' : 'none',
      turns: turnsOf(moves, cluster.units),
    };
  });
}

export async function reportNaming(project: Project, run: RunId): Promise<NamingReport> {
  const { database } = project;
  const { params } = namingRuns.require(database, run);
  const outcome = namingRuns.outcomeOf(database, run);
  if (params.what === 'topics') return reportTopics(project, run, params, outcome);
  const moves = outcome && findMoves(project, params.moves);
  const heads = { run, moves: params.moves, dialogues: countDialogues(database) };
  if (!moves) return { ...heads, named: [], now: 0, applied: false, beside: null };
  const now = namesNow(database, moves);
  const clusters = namedClusters(moves, now, outcome);
  return {
    ...heads,
    named: movesOf(database, moves, now, clusters),
    now: now.moves,
    applied: isApplied(database, moves, clusters),
    beside: await besideTaggedDialogues(database, moves, clusters),
  };
}

const EXAMPLE_SENTENCES = 3;

function movesOf(
  database: ReadDatabase,
  moves: ShownMoves,
  now: NamesNow,
  clusters: readonly NamedCluster[],
): NamedMove[] {
  const read = sentenceReader(database);
  const byName = new Map<string, NamedCluster[]>();
  for (const cluster of clusters) {
    const key = `${cluster.role} ${cluster.name}`;
    byName.set(key, [...(byName.get(key) ?? []), cluster]);
  }
  const named = [...byName.values()].map((own): NamedMove => {
    const [{ role, name }] = own as [NamedCluster, ...NamedCluster[]];
    const before = new Map<string, number>();
    const units = own.flatMap((cluster) => cluster.units);
    for (const unit of units)
      before.set(now.ofUnit(unit), (before.get(now.ofUnit(unit)) ?? 0) + moves.sizes[unit]!);
    const by = (['person', 'model', 'none'] as const).find((who) => own.some((one) => one.by === who))!;
    const shown = new Set(units);
    const sentences = moves.examples
      .filter(({ unit }) => shown.has(unit))
      .sort((a, b) => moves.sizes[b.unit]! - moves.sizes[a.unit]! || b.closeness - a.closeness)
      .flatMap(({ turn, start, end }) => read(turn, start, end)?.text ?? []);
    return {
      role,
      name,
      by,
      before: [...before]
        .map(([called, turns]) => ({ name: called, turns }))
        .sort((a, b) => b.turns - a.turns || (a.name < b.name ? -1 : 1)),
      clusters: own.length,
      turns: own.reduce((sum, { turns }) => sum + turns, 0),
      sentences: [...new Set(sentences)].slice(0, EXAMPLE_SENTENCES),
    };
  });
  return named.sort(
    (a, b) =>
      ROLES.indexOf(b.role) - ROLES.indexOf(a.role) || b.turns - a.turns || (a.name < b.name ? -1 : 1),
  );
}

function decisionsOf<Tag>(
  moves: ShownMoves,
  clusters: readonly NamedCluster[],
  tagOf: (name: string) => Tag,
) {
  return ROLES.flatMap((role) => {
    const own = clusters.filter((cluster) => cluster.role === role);
    if (!own[0]) return [];
    const names = own.flatMap((cluster) => {
      const anchors = cluster.by === 'none' ? [] : anchorsOf(moves, cluster);
      return anchors.length === 0 ? [] : [{ tag: tagOf(cluster.name), anchors }];
    });
    return [{ kind: 'name' as const, role, moves: own[0].cut, names }];
  });
}

function isApplied(database: ReadDatabase, moves: ShownMoves, clusters: readonly NamedCluster[]): boolean {
  const { canonical, nameOf } = readVocabulary(database);
  const decisions = readMoveDecisions(database);
  return decisionsOf(moves, clusters, String).every(({ role, moves: cut, names }) => {
    const stored = decisions.find(
      (decision): decision is StoredNames => decision.kind === 'name' && decision.role === role,
    );
    const carried = stored?.names.map(({ tag, anchors }) => ({ tag: nameOf(canonical(tag)), anchors }));
    return stored?.moves === cut && JSON.stringify(carried) === JSON.stringify(names);
  });
}

interface TopicCluster extends Cluster, Pick<TopicCard, 'phrases' | 'examples'> {
  /** True for a name that a person gave. */
  readonly isNamed: boolean;
}

export function topicClusters({ database }: Project, topics: TopicsRun): TopicCluster[] {
  const decisions = readTopicDecisions(database);
  const { groups } = groupedTopics(topics, decisions);
  const given = new Set(decisions.flatMap((decision) => (decision.kind === 'rename' ? [decision.name] : [])));
  const cards = topicCards(database, topics, null).topics;
  return cards.map(({ name: own, dialogues: turns, ...card }) => {
    const units = groups.find(({ name }) => name === own)?.units ?? [];
    // A topic without units has only dialogues that a person chose.
    const isNamed = units.length === 0 || given.has(own);
    return { role: 'user', cut: cards.length, units, turns, own, isNamed, ...card };
  });
}

/** The topics as they are now, with the names of a naming run for those with the same dialogues as then. */
function namedTopics(project: Project, topics: TopicsRun, { clusters }: NamingOutcome) {
  const now = topicClusters(project, topics);
  const names = new Map(clusters.map(({ units, name }) => [units.join(), name]));
  return now.map((topic) => {
    const name = names.get(topic.units.join()) ?? null;
    const isTaken = now.some((other) => other !== topic && other.own === name);
    const by: NamedMove['by'] = topic.isNamed ? 'person' : name === null || isTaken ? 'none' : 'model';
    return { ...topic, by, name: by === 'model' && name !== null ? name : topic.own };
  });
}

function reportTopics(
  project: Project,
  run: RunId,
  { moves }: NamingParams,
  outcome: NamingOutcome | null,
): NamingReport {
  const topics = outcome && findTopicsRun(project, moves);
  const all = outcome && topics ? namedTopics(project, topics, outcome) : [];
  const named = all.map(
    ({ role, own, name, by, turns, examples }): NamedMove => ({
      role,
      name,
      by,
      before: [{ name: own, turns }],
      clusters: 1,
      turns,
      sentences: examples.slice(0, EXAMPLE_SENTENCES).map(({ text }) => text),
    }),
  );
  const applied = all.length > 0 && all.every(({ own, name }) => own === name);
  const dialogues = countDialogues(project.database);
  return { run, moves, named, now: named.length, applied, dialogues, beside: null };
}

/** Gives the moves or topics their names from a naming run, as one edit. @throws DialogramError INVALID, NOT_FOUND */
export function applyNaming(by: Editor, run: RunId): EditOutcome {
  const { project } = by;
  const { database } = project;
  const { params } = namingRuns.require(database, run);
  const outcome = namingRuns.outcomeOf(database, run);
  const description = `Name the ${params.what} with ${modelName(params.namer.model)}`;
  const topics = outcome && params.what === 'topics' ? findTopicsRun(project, params.moves) : null;
  if (outcome && topics) {
    const named = namedTopics(project, topics, outcome).filter(({ own, name }) => own !== name);
    return nameTopics(by, topics, new Map(named.map(({ own, name }) => [own, name])), description);
  }
  const moves = outcome && params.what === 'moves' ? findMoves(project, params.moves) : null;
  if (!outcome || !moves)
    throw new DialogramError('INVALID', `Naming run ${run} has no names for the current ${params.what}.`, {
      value: String(run),
      nextStep: !outcome
        ? 'Wait until the run has ended. If the run is paused, continue it.'
        : params.what === 'topics'
          ? 'Find topics, then name them again.'
          : 'Run the Moves tagger, then name the moves again.',
    });
  return database.transaction(() => {
    const clusters = namedClusters(moves, namesNow(database, moves), outcome);
    if (isApplied(database, moves, clusters)) return unchanged(database);
    const names = decisionsOf(moves, clusters, (name) => ensureTagNamed(database, name));
    return commitEdit(by, 'name-moves', description, decideNames(database, names));
  })();
}

/** Compares the names with the tags of the newest model tagging run; null if there is none. */
async function besideTaggedDialogues(
  database: ReadDatabase,
  moves: ShownMoves,
  clusters: readonly NamedCluster[],
): Promise<NamingBeside | null> {
  const other = taggingRuns(database).find(({ tagger }) => tagger === 'model');
  if (!other) return null;
  const nameOf: string[] = [];
  for (const { role, units, name } of clusters) for (const unit of units) nameOf[unit] = `${role} ${name}`;
  const cells = new Map<string, NamedTogether>();
  for (const { unit, tag, turns } of unitsBesideTags(database, moves.run, other.id)) {
    const left = nameOf[unit];
    if (left === undefined) continue;
    const right = `${moves.units[unit]!.role} ${tag}`;
    const key = `${left} ${right}`;
    cells.set(key, { left, right, turns: turns + (cells.get(key)?.turns ?? 0) });
  }
  const together = [...cells.values()];
  const turns = together.reduce((sum, cell) => sum + cell.turns, 0);
  const params = z
    .looseObject({ model: z.string() })
    .safeParse(findAnyRun(database, 'tagging', other.id)?.params);
  return {
    run: other.id,
    model: params.data?.model ?? 'a model',
    dialogues: other.dialogues.tagged,
    account: await accountOfRun(database, other.id),
    turns,
    same: turns === 0 ? null : turnsAlike(together) / turns,
    vMeasure: turns === 0 ? null : vMeasureOf(together),
  };
}

function vMeasureOf(cells: readonly NamedTogether[]): number {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const known = numbers.get(name) ?? numbers.size;
    numbers.set(name, known);
    return known;
  };
  const side = (name: (cell: NamedTogether) => string): number[] =>
    cells.flatMap((cell) => new Array<number>(cell.turns).fill(numberOf(name(cell))));
  return comparePartitions(
    side(({ left }) => left),
    side(({ right }) => right),
  ).vMeasure;
}
