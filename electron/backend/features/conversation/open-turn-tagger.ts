import { textToEncode } from '#shared/algorithms/moves/support/support-features.ts';
import type { RetrievalTurn } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { SpareSentence } from '#shared/algorithms/simulation/choose-answer.ts';
import { type AnswerMeaning, createLiveTagger } from '#shared/algorithms/simulation/live-tagger.ts';
import type { SuggestedTag } from '#shared/algorithms/simulation/neighbour-tagger.ts';
import type { SaidTurn } from '#shared/algorithms/simulation/similar-talks.ts';
import { evenly } from '#shared/algorithms/simulation/state-names.ts';
import type { AgentHabit } from '#shared/algorithms/simulation/talk-memory.ts';
import { textsToCompare } from '#shared/algorithms/simulation/text-vectors.ts';
import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import { dialogueLanguage } from '#shared/algorithms/text/dialogue-language.ts';
import type { OfflineTaggerModel } from '#shared/algorithms/text/offline-tagger-model.ts';
import { tagUtterance } from '#shared/algorithms/text/tag.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { supportModel } from '../../machine/optional-packages.ts';
import type { SentenceEncoder } from '../../providers/embeddings/encoder.ts';
import { bundledEncoder, type KnownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { findRun } from '../../store/runs/run-table.ts';
import {
  encoderRun,
  loadTurnVectors,
  supportVectorsOf,
  type TurnVectors,
} from '../../store/runs/vector-table.ts';
import { type IndexDialogues, readIndexDialogues } from '../comparison/index.ts';

interface TurnTaggingInput {
  readonly path: string;
  readonly run: RunId;
  readonly tagger: string;
  readonly resources: string;
}

export interface TurnToTag {
  readonly role: Role;
  readonly text: string;
}

interface TurnInTalk extends TurnToTag {
  readonly before: readonly SaidTurn[];
}

interface AnswerOfAgent {
  readonly dialogue: DialogueId;
  readonly turn: number;
}

/** Agent turns that may answer the customer, and how agents use the tags of these turns. */
export interface RecalledAnswers {
  readonly answers: readonly AnswerOfAgent[];
  readonly habits: ReadonlyMap<string, AgentHabit>;
  /** The words that agents say in conversations about anything; null if unknown. */
  readonly general: ReadonlySet<string> | null;
  /** Tags that are unusual in dialogues about the same topic, with how usual each is, 0 … 1. */
  readonly unusual: ReadonlyMap<string, number>;
  /** Sentences that fit where no whole answer does. */
  readonly spare: readonly (AnswerOfAgent & SpareSentence)[];
}

export interface TurnTaggingMethod {
  readonly by: 'offline' | 'similar';
  /** The weight of similar turns, 0 … 1. */
  readonly neighbourWeight: number;
  readonly habits: ReadonlyMap<string, AgentHabit>;
}

type OpenTurnTagger = {
  method(): TurnTaggingMethod;
  suggest(turn: TurnInTalk): Promise<readonly SuggestedTag[]>;
  recall(turns: readonly SaidTurn[]): Promise<RecalledAnswers>;
  compare(turns: readonly SaidTurn[], answers: readonly AnswerOfAgent[]): Promise<AnswerMeaning[] | null>;
  close(): void;
};

/** The maximum number of turns to compare, spread evenly. More turns take longer without improving the tags. */
const MOST_TURNS = 60_000;

/** Tags turns outside the corpus, one at a time. Returns the best tags first, with the tagger's own names. */
export async function openTurnTagger({
  path,
  run,
  tagger,
  resources,
}: TurnTaggingInput): Promise<OpenTurnTagger> {
  const database = openForReading(path);
  const result = findRun(database, 'tagging', run)?.result as { model?: OfflineTaggerModel | null } | null;
  const model = result?.model;
  if (model?.kind === 'offline-tagger') {
    database.close();
    const analyser = createAnalyser();
    return {
      method: () => ({ by: 'offline', neighbourWeight: 0, habits: new Map() }),
      suggest: async ({ text }) =>
        tagUtterance(model, analyser.analyse(text, dialogueLanguage([text]) ?? 'en')).map(({ tag }) => ({
          tag,
          share: 1,
        })),
      recall: async () => ({
        answers: [],
        habits: new Map(),
        general: null,
        unusual: new Map(),
        spare: [],
      }),
      compare: async () => null,
      close() {},
    };
  }
  const index = readIndexDialogues(database, { run, tagger, heldOutShare: 0 });
  const dialogues = index.dialogues.map(({ turns }) => turns);
  const turns = dialogues.flat();
  const encoder = isEnglish(turns) ? bundledEncoder(resources) : null;
  const stored = encoder && storedVectors(database, encoder.fingerprint);
  database.close();
  const placeOf = new Map<number, number>(Array.from(index.dialogueIds, (id, place) => [id, place]));
  const compared = evenly(turns.length, MOST_TURNS).flatMap((at) => turns[at] ?? []);
  const vectors = encoder && createEncodedTexts(encoder, await encoder.load());
  if (vectors && stored) vectors.add(index, stored);
  await vectors?.encode(textsToCompare(compared, MOST_ENCODED));
  const live = createLiveTagger(dialogues, compared, supportModel(resources), vectors);
  return {
    method: () => ({ by: 'similar', neighbourWeight: live.neighbourWeight, habits: live.habits }),
    async suggest({ role, text, before }) {
      await vectors?.encode([text, ...before.map((turn) => turn.text)]);
      return live.suggest(role, text, before);
    },
    async recall(turns) {
      await vectors?.encode(turns.map(({ text }) => text));
      return {
        answers: live.recall(turns).map(({ dialogue, turn }) => ({
          dialogue: index.dialogueIds[dialogue] as DialogueId,
          turn,
        })),
        habits: live.habits,
        general: live.general,
        unusual: live.unusual(turns),
        spare: live.spare(turns).map(({ dialogue, ...sentence }) => ({
          ...sentence,
          dialogue: index.dialogueIds[dialogue] as DialogueId,
        })),
      };
    },
    async compare(turns, answers) {
      await vectors?.encode(turns.map(({ text }) => text));
      return live.compare(
        turns,
        answers.map(({ dialogue, turn }) => ({ dialogue: placeOf.get(dialogue) ?? 0, turn })),
      );
    },
    close() {},
  };
}

/** On opening, at most this many customer turns without vectors are encoded. It takes a few seconds. */
const MOST_ENCODED = 600;
/** The number of turns from which the language is detected. */
const MOST_READ = 200;

/** True if most turns are English, the only language of the built-in encoder. */
function isEnglish(turns: readonly RetrievalTurn[]): boolean {
  const texts = evenly(turns.length, MOST_READ).map((at) => turns[at]?.text ?? '');
  return (dialogueLanguage(texts) ?? 'en') === 'en';
}

const storedVectors = (database: ReadDatabase, fingerprint: string): TurnVectors | null =>
  loadTurnVectors(database, { turns: null, otherTurns: encoderRun(database, supportVectorsOf(fingerprint)) });

function createEncodedTexts({ dimensions }: KnownEncoder, encoder: SentenceEncoder) {
  const known = new Map<string, Float32Array>();
  return {
    dimensions,
    of: (text: string) => known.get(text) ?? null,
    add({ dialogues, turnIds }: IndexDialogues, stored: TurnVectors): void {
      const places = new Map(Array.from(stored.turnIds, (turn, place) => [turn, place]));
      for (const [at, { turns }] of dialogues.entries())
        for (const [turn, { text }] of turns.entries()) {
          const place = places.get(turnIds[at]?.[turn] ?? -1);
          if (place !== undefined)
            known.set(text, stored.vectors.subarray(place * dimensions, (place + 1) * dimensions));
        }
    },
    async encode(texts: readonly string[]): Promise<void> {
      const fresh = [...new Set(texts)].filter((text) => !known.has(text));
      fresh.sort((one, other) => one.length - other.length);
      if (fresh.length === 0) return;
      const values = await encoder.encodeTexts(fresh.map((text) => textToEncode([text])));
      for (const [at, text] of fresh.entries())
        known.set(text, values.subarray(at * dimensions, (at + 1) * dimensions));
    },
  };
}
