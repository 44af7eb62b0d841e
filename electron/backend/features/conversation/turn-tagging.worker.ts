import { createLiveTagger } from '#shared/algorithms/simulation/live-tagger.ts';
import type { SuggestedTag } from '#shared/algorithms/simulation/neighbour-tagger.ts';
import { evenly } from '#shared/algorithms/simulation/state-names.ts';
import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import { dialogueLanguage } from '#shared/algorithms/text/dialogue-language.ts';
import type { OfflineTaggerModel } from '#shared/algorithms/text/offline-tagger-model.ts';
import { tagUtterance } from '#shared/algorithms/text/tag.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { supportModel } from '../../machine/support-model.ts';
import { openForReading } from '../../store/database.ts';
import { findRun } from '../../store/runs/run-table.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { readIndexDialogues } from '../comparison/index.ts';

/** The tagging run whose tagger is used. */
interface TurnTaggingInput {
  readonly path: string;
  readonly run: RunId;
  readonly tagger: string;
  /** The folder of files that come with the app. */
  readonly resources: string;
}

export interface TurnToTag {
  readonly role: Role;
  readonly text: string;
}

/** A turn and the turns before it, oldest first. */
export interface TurnInTalk extends TurnToTag {
  readonly before: readonly TurnToTag[];
}

/**
 * `offline`: the run's own fitted model; `similar`: like the most similar turns, and by the support tagger.
 */
export interface TurnTaggingReady {
  readonly by: 'offline' | 'similar';
  /** The weight of similar turns beside the support tagger, 0 … 1. */
  readonly neighbourWeight: number;
}

/** Turns that are compared at most, spread evenly: more tag no better and take longer to ask. */
const MOST_TURNS = 60_000;

export type TurnTaggingTalk = Talk<TurnTaggingInput, TurnTaggingReady, TurnInTalk, readonly SuggestedTag[]>;

/** Tags turns that are in no corpus, one at a time: best first, under the names the tagger gives. */
serveQuestions<TurnTaggingTalk>(async ({ path, run, tagger, resources }) => {
  const database = openForReading(path);
  const result = findRun(database, 'tagging', run)?.result as { model?: OfflineTaggerModel | null } | null;
  const model = result?.model;
  if (model?.kind === 'offline-tagger') {
    database.close();
    const analyser = createAnalyser();
    return {
      ready: { by: 'offline', neighbourWeight: 0 },
      answer: async ({ text }) =>
        tagUtterance(model, analyser.analyse(text, dialogueLanguage([text]) ?? 'en')).map(({ tag }) => ({
          tag,
          share: 1,
        })),
      close() {},
    };
  }
  const dialogues = readIndexDialogues(database, { run, tagger, heldOutShare: 0 }).dialogues.map(
    ({ rounds }) => rounds,
  );
  database.close();
  const rounds = dialogues.flat();
  const compared = evenly(rounds.length, MOST_TURNS).flatMap((at) => rounds[at] ?? []);
  const live = createLiveTagger(dialogues, compared, supportModel(resources));
  return {
    ready: { by: 'similar', neighbourWeight: live.neighbourWeight },
    answer: async ({ role, text, before }) => live.suggest(role, text, before),
    close() {},
  };
});
