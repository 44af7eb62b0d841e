import { z } from 'zod';
import {
  bestDraft,
  type CommonPath,
  type CommonStep,
  commonPaths,
  commonSteps,
  type DraftedFlow,
  draftFlow,
} from '#shared/algorithms/flows/drafting/draft-flow.ts';
import { followedBeyondChance } from '#shared/algorithms/flows/drafting/score-draft.ts';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import {
  type FlowReplayFigures,
  type ReplayedDialogue,
  type ReplayedStep,
  replayFlow,
} from '#shared/algorithms/flows/following/replay-flow.ts';
import { type FlowTurn, trackedFlow } from '#shared/algorithms/flows/following/track-flows.ts';
import { type Role, roleAt } from '#shared/domain/dialogue.ts';
import { type Flow, LEAST_FOLLOWED } from '#shared/domain/flow.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { eachLabelledDialogue } from '../../store/corpus/labelled-dialogues.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readTaggedRows } from '../../store/tags/learning-rows.ts';
import { dialoguesWhere } from '../filters/index.ts';

const resultsSchema = z.array(z.record(z.string(), z.unknown()).nullable()).min(1);
const extraSchema = z.object({ tasks: z.array(z.string()).optional() }).catch({});

type Extra = Readonly<Record<string, unknown>> | null;

/** Returns the tasks that the file names for a dialogue, or its domains. */
export const tasksOf = (extra: Extra, domains: readonly string[]): readonly string[] =>
  extraSchema.parse(extra ?? {}).tasks ?? domains;

/** Returns a turn with its first act, and the function results before it; null if the functions found nothing. */
export const flowTurn = ({
  role,
  text,
  acts,
  extra,
}: {
  readonly role: Role;
  readonly text: string;
  readonly acts: readonly string[] | null;
  readonly extra: Extra;
}): FlowTurn => ({
  role,
  text,
  label: role === 'system' ? (acts?.[0] ?? null) : null,
  result: resultsSchema.safeParse(extra?.kb_results).data?.at(-1),
});

export interface HistoryQuery {
  readonly where: string;
  /** True if an unknown name means all dialogues; false if it is a filter. */
  readonly orAll: boolean;
  readonly only: readonly DialogueId[] | null;
  readonly run: RunId | null;
}

/** A dialogue for flows, with the positions of its turns in the project. */
interface HeardDialogue extends ReplayedDialogue {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly positions: readonly number[];
}

interface History {
  readonly dialogues: readonly HeardDialogue[];
  /** The run whose tags name the moves; null for the names from the files. */
  readonly run: RunId | null;
}

/**
 * Returns the dialogues that `where` selects: a task, or else a domain, or else a filter. Labels from files come before
 * current tags.
 * @throws DialogramError INVALID if `where` is none of these
 */
export function historyOf(database: ReadDatabase, { where, orAll, only, run }: HistoryQuery): History {
  const chosen = only && new Set(only);
  const parts = { only: [] as HeardDialogue[], named: [] as HeardDialogue[], all: [] as HeardDialogue[] };
  for (const { id, externalId, domains, extra, turns } of eachLabelledDialogue(database)) {
    if (chosen && !chosen.has(id)) continue;
    const heard = {
      id: String(id),
      externalId,
      dialogue: id,
      turns: turns.map(flowTurn),
      positions: turns.map(({ turn }) => turn),
    };
    const tasks = tasksOf(extra, domains);
    parts.all.push(heard);
    if (!tasks.includes(where) && !domains.includes(where)) continue;
    parts.named.push(heard);
    if (tasks.length === 1) parts.only.push(heard);
  }
  const named = [parts.only, parts.named].find(({ length }) => length > 0);
  const passed =
    named || (orAll && !isFilter(where)) || where.trim() === ''
      ? null
      : dialoguesWhere(database, where, findTaggingRun(database, run));
  const dialogues = named ?? parts.all.filter(({ dialogue }) => passed?.has(dialogue) ?? true);
  const isLabelled = dialogues.some(({ turns }) => turns.some(({ label }) => label !== null));
  const tagging = run === null && isLabelled ? null : findTaggingRun(database, run);
  return tagging === null
    ? { dialogues, run: null }
    : { dialogues: byTags(database, dialogues, tagging), run: tagging.id };
}

/** True for a filter, such as topic = "billing"; false for the name of a task. */
export const isFilter = (where: string): boolean => /[=<>]/.test(where);

function byTags(
  database: ReadDatabase,
  dialogues: readonly HeardDialogue[],
  { id, tagger }: { readonly id: RunId; readonly tagger: string },
): HeardDialogue[] {
  const rows = readTaggedRows(database, id, tagger);
  const indexOf = new Map(Array.from(rows.dialogueIds, (dialogue, at) => [dialogue, at]));
  return dialogues.map((heard) => {
    const at = indexOf.get(heard.dialogue);
    const texts = new Map<number, string[]>();
    for (const [at, { text }] of heard.turns.entries()) {
      const turn = heard.positions[at]!;
      texts.set(turn, [...(texts.get(turn) ?? []), text]);
    }
    const positions = [...texts.keys()];
    const first = at === undefined ? 0 : rows.turnOffsets[at]!;
    const turns = positions.map((turn) => {
      const row = first + turn;
      const tag = at === undefined ? undefined : firstTag(row);
      const role = heard.turns[heard.positions.indexOf(turn)]!.role;
      return {
        role,
        text: texts.get(turn)!.join(' '),
        label: role === roleAt(0) ? (tag ?? null) : null,
        result: undefined,
      };
    });
    return { ...heard, turns, positions };
  });

  function firstTag(row: number): string | undefined {
    const from = rows.tagOffsets[row]!;
    return from < rows.tagOffsets[row + 1]! ? rows.tagNames[rows.tagIds[from]!] : undefined;
  }
}

interface HeardPlace {
  readonly dialogue: DialogueId;
  readonly externalId: string;
  readonly turn: number;
}

type HeardFigures = Omit<FlowReplayFigures, 'steps' | 'followedIn'> & {
  readonly steps: readonly (Omit<ReplayedStep, 'examples'> & {
    readonly examples: (Omit<HeardPlace, 'externalId'> & {
      readonly dialogueId: string;
      readonly at: number;
    })[];
  })[];
  readonly before: Before | null;
};

type Before = Pick<FlowReplayFigures, 'followed' | 'whole' | 'steps'> & {
  /** The number of dialogues that follow the flow further than before; `worse` counts the opposite. */
  readonly better: number;
  readonly worse: number;
};

/** @param labels selects dialogues by one move, or by a move and a later one */
export function replayHistory(
  database: ReadDatabase,
  flow: Flow,
  earlier: Flow | null,
  labels: readonly string[] | null,
  asked: HistoryQuery,
): { readonly figures: HeardFigures | null; readonly places: readonly HeardPlace[] } {
  const { dialogues } = historyOf(database, asked);
  if (labels !== null) {
    const places = dialogues.flatMap(({ externalId, dialogue, turns, positions }): HeardPlace[] => {
      let after = -1;
      for (const label of labels) {
        const from = after + 1;
        after = turns.findIndex((turn, at) => at >= from && turn.label === label);
        if (after === -1) return [];
      }
      return [{ dialogue, externalId, turn: positions[after]! }];
    });
    return { figures: null, places };
  }
  const { followedIn, ...figures } = replayFlow(trackedFlow(flowGraph(flow)), dialogues);
  const byId = new Map(dialogues.map((heard) => [heard.id, heard]));
  const steps = figures.steps.map(({ examples, ...step }) => ({
    ...step,
    examples: examples.map(({ dialogueId, turn: at }) => {
      const { dialogue, externalId, positions } = byId.get(dialogueId)!;
      return { dialogueId: externalId, at, dialogue, turn: positions[at]! };
    }),
  }));
  const before = earlier && beforeOf(replayFlow(trackedFlow(flowGraph(earlier)), dialogues), followedIn);
  return { figures: { ...figures, steps, before }, places: [] };
}

function beforeOf({ followed, whole, steps, followedIn }: FlowReplayFigures, now: readonly number[]): Before {
  const changes = followedIn.map((then, at) => Math.sign(now[at]! - then));
  return {
    followed,
    whole,
    steps,
    better: changes.filter((change) => change > 0).length,
    worse: changes.filter((change) => change < 0).length,
  };
}

interface HistoryDraft extends DraftedFlow {
  readonly run: RunId | null;
  readonly followed: number;
  /** The share of dialogues whose paths are in the draft; null for the designed transitions. */
  readonly share: number | null;
  /** The common steps of the dialogues if every draft follows too few of them; otherwise null. */
  readonly common: readonly CommonStep[] | null;
  /** The most common whole paths if the draft follows too few dialogues; otherwise none. */
  readonly paths: readonly CommonPath[];
}

/** Drafts a flow. Without a share, the best draft must follow enough dialogues. */
export function draftFromHistory(
  database: ReadDatabase,
  name: string,
  share: number | null,
  asked: HistoryQuery,
): HistoryDraft {
  const { dialogues, run } = historyOf(database, asked);
  const drafted = share === null ? bestDraft(name, dialogues) : scoredDraft(name, dialogues, share);
  const isCommon = share !== null || drafted.followed >= LEAST_FOLLOWED;
  const external = new Map(dialogues.map(({ id, externalId }) => [id, externalId]));
  const nodes = drafted.nodes.map((node) => ({
    ...node,
    examples: node.examples.map((id) => external.get(id)!),
  }));
  return {
    ...drafted,
    nodes,
    run,
    common: isCommon ? null : commonSteps(dialogues),
    paths: isCommon ? [] : commonPaths(dialogues),
  };
}

function scoredDraft(name: string, dialogues: Parameters<typeof draftFlow>[1], share: number) {
  const drafted = draftFlow(name, dialogues, share);
  return { ...drafted, share, followed: followedBeyondChance(drafted.flow, dialogues) };
}
