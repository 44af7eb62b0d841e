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
import { LEAST_FOLLOWED } from '#shared/domain/flow.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { type HistoryAsked, historyOf } from './history.ts';

interface Drafted extends DraftedFlow {
  /** The run whose tags name moves; null if files do. */
  readonly run: RunId | null;
  /** The share of its dialogues that it follows beyond chance. */
  readonly followed: number;
  /** The steps that the dialogues have in common, if no draft follows enough of them; null if one does. */
  readonly common: readonly CommonStep[] | null;
  /** Then also the paths that most of them take as a whole; otherwise none. */
  readonly paths: readonly CommonPath[];
}

/**
 * Drafts a flow from dialogues of a project: the best draft, which has to follow enough of them, or the paths that a
 * share of them takes, whatever it follows.
 */
export function draftFromHistory(
  database: ReadDatabase,
  name: string,
  share: number | null,
  asked: HistoryAsked,
): Drafted {
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
  return { ...drafted, followed: followedBeyondChance(drafted.flow, dialogues) };
}
