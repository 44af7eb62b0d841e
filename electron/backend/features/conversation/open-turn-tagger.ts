import { createLiveTagger } from '#shared/algorithms/simulation/live-tagger.ts';
import type { SuggestedTag } from '#shared/algorithms/simulation/neighbour-tagger.ts';
import type { SaidTurn } from '#shared/algorithms/simulation/similar-talks.ts';
import { evenly } from '#shared/algorithms/simulation/state-names.ts';
import type { AgentHabit } from '#shared/algorithms/simulation/talk-memory.ts';
import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import { dialogueLanguage } from '#shared/algorithms/text/language.ts';
import type { OfflineTaggerModel } from '#shared/algorithms/text/offline-tagger-model.ts';
import { tagUtterance } from '#shared/algorithms/text/tag.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { supportModel } from '../../machine/optional-packages.ts';
import { openForReading } from '../../store/database.ts';
import { findRun } from '../../store/runs/run-table.ts';
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
interface TurnInTalk extends TurnToTag {
  readonly before: readonly SaidTurn[];
}

/** Turns of the agent that may answer a conversation, and how the agent uses its tags. */
export interface RecalledAnswers {
  readonly answers: readonly { readonly dialogue: DialogueId; readonly round: number }[];
  readonly habits: ReadonlyMap<string, AgentHabit>;
  /** Tags that are unusual in dialogues about the same, with how usual they are, 0 … 1. */
  readonly unusual: ReadonlyMap<string, number>;
}

/** `offline`: the run's own fitted model; `similar`: as the turns most like it are tagged, and by the support tagger. */
export interface TurnTaggingWay {
  readonly by: 'offline' | 'similar';
  /** The weight of similar turns beside the support tagger, 0 … 1. */
  readonly neighbourWeight: number;
}

type OpenTurnTagger = {
  way(): TurnTaggingWay;
  suggest(turn: TurnInTalk): readonly SuggestedTag[];
  recall(turns: readonly SaidTurn[]): RecalledAnswers;
  close(): void;
};

/** Turns that are compared at most, spread evenly: more tag no better and take longer to ask. */
const MOST_TURNS = 60_000;

/** Tags turns that are in no corpus, one at a time: best first, under the names the tagger gives. */
export function openTurnTagger({ path, run, tagger, resources }: TurnTaggingInput): OpenTurnTagger {
  const database = openForReading(path);
  const result = findRun(database, 'tagging', run)?.result as { model?: OfflineTaggerModel | null } | null;
  const model = result?.model;
  if (model?.kind === 'offline-tagger') {
    database.close();
    const analyser = createAnalyser();
    return {
      way: () => ({ by: 'offline', neighbourWeight: 0 }),
      suggest: ({ text }) =>
        tagUtterance(model, analyser.analyse(text, dialogueLanguage([text]) ?? 'en')).map(({ tag }) => ({
          tag,
          share: 1,
        })),
      recall: () => ({ answers: [], habits: new Map(), unusual: new Map() }),
      close() {},
    };
  }
  const index = readIndexDialogues(database, { run, tagger, heldOutShare: 0 });
  const dialogues = index.dialogues.map(({ rounds }) => rounds);
  database.close();
  const rounds = dialogues.flat();
  const compared = evenly(rounds.length, MOST_TURNS).flatMap((at) => rounds[at] ?? []);
  const live = createLiveTagger(dialogues, compared, supportModel(resources));
  return {
    way: () => ({ by: 'similar', neighbourWeight: live.neighbourWeight }),
    suggest: ({ role, text, before }) => live.suggest(role, text, before),
    recall: (turns) => ({
      answers: live.recall(turns).map(({ dialogue, round }) => ({
        dialogue: index.dialogueIds[dialogue] as DialogueId,
        round,
      })),
      habits: live.habits,
      unusual: live.unusual(turns),
    }),
    close() {},
  };
}
