import { createNeighbourTagger } from '#shared/algorithms/simulation/neighbour-tagger.ts';
import { evenly } from '#shared/algorithms/simulation/state-names.ts';
import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import { dialogueLanguage } from '#shared/algorithms/text/dialogue-language.ts';
import type { OfflineTaggerModel } from '#shared/algorithms/text/offline-tagger-model.ts';
import { tagUtterance } from '#shared/algorithms/text/tag.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import { findRun } from '../../store/runs/run-table.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { readIndexDialogues } from '../comparison/index.ts';

/** The tagging run whose way of tagging is to be followed. */
interface TurnTaggingInput {
  readonly path: string;
  readonly run: RunId;
  readonly tagger: string;
}

export interface TurnToTag {
  readonly role: Role;
  readonly text: string;
}

/** `offline`: the run's own fitted model; `similar`: as the turns most like it are tagged. */
export interface TurnTaggingReady {
  readonly by: 'offline' | 'similar';
}

/** Turns that are compared at most, spread evenly: more tag no better and take longer to ask. */
const MOST_TURNS = 60_000;

export type TurnTaggingTalk = Talk<TurnTaggingInput, TurnTaggingReady, TurnToTag, readonly string[]>;

/** Tags turns that are in no corpus, one at a time: best first, under the names the tagger gives. */
serveQuestions<TurnTaggingTalk>(async ({ path, run, tagger }) => {
  const database = openForReading(path);
  const result = findRun(database, 'tagging', run)?.result as { model?: OfflineTaggerModel | null } | null;
  const model = result?.model;
  if (model?.kind === 'offline-tagger') {
    database.close();
    const analyser = createAnalyser();
    return {
      ready: { by: 'offline' },
      answer: async ({ text }) =>
        tagUtterance(model, analyser.analyse(text, dialogueLanguage([text]) ?? 'en')).map(({ tag }) => tag),
      close() {},
    };
  }
  const rounds = readIndexDialogues(database, { run, tagger, heldOutShare: 0 }).dialogues.flatMap(
    (dialogue) => dialogue.rounds,
  );
  database.close();
  const neighbours = createNeighbourTagger(
    evenly(rounds.length, MOST_TURNS).flatMap((at) => rounds[at] ?? []),
  );
  return {
    ready: { by: 'similar' },
    answer: async ({ role, text }) => neighbours.suggest(role, text).map(({ tag }) => tag),
    close() {},
  };
});
