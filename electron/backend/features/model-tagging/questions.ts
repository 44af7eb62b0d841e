import { checkAnswer, spellingOf } from '#shared/algorithms/model-tagging/check-answer.ts';
import {
  ANSWER_SCHEMA,
  answerTokens,
  askedLines,
  type DialogueWindow,
  dialogueLines,
  dialogueWindows,
  tagMessages,
} from '#shared/algorithms/model-tagging/messages.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ChatAnswer } from '../../providers/model/model.ts';
import { type Question, questionOf } from '../../providers/requests/ledger.ts';
import type { TurnText } from '../../store/corpus/turn-table.ts';
import type { RunSettings } from './run-settings.ts';

/** The maximum number of turns per answer. With more, models lose count. */
const MOST_TURNS = 80;
const OVERLAP_TURNS = 6;

export type QuestionSettings = Pick<
  RunSettings,
  | 'baseUrl'
  | 'model'
  | 'masked'
  | 'vocabulary'
  | 'variant'
  | 'structured'
  | 'temperature'
  | 'seed'
  | 'tokensPerTurn'
  | 'windowBytes'
>;

export type Questioner = ReturnType<typeof createQuestioner>;

export function createQuestioner(settings: QuestionSettings, prompt: string) {
  const { structured } = settings;
  const vocabulary = settings.variant === 'closed' ? settings.vocabulary : [];
  const known = new Set(vocabulary.map(spellingOf));

  const question = (dialogue: DialogueId, window: DialogueWindow, again: boolean): Question => {
    const messages = tagMessages(prompt, window, { vocabulary, structured, again });
    const { model, temperature, seed, tokensPerTurn } = settings;
    const maxOutputTokens = answerTokens(window.asked.length, tokensPerTurn);
    const answerSchema = structured ? ANSWER_SCHEMA : null;
    const request = { model, messages, temperature, seed, maxOutputTokens, answerSchema };
    return questionOf(settings.baseUrl, request, [dialogue]);
  };

  return {
    /** The parts of a dialogue, masked if the run masks, and how many pieces of personal data were replaced. */
    windows(turns: readonly Pick<TurnText, 'role' | 'text'>[]) {
      const masker = createMasker(settings.masked ? turns.map(({ text }) => text) : []);
      let replaced = 0;
      const texts = turns.map(({ role, text }) => {
        if (!settings.masked) return { role, text };
        const masked = masker.mask(text);
        replaced += masked.spans.length;
        return { role, text: masked.text };
      });
      const limits = { bytes: settings.windowBytes, turns: MOST_TURNS, overlap: OVERLAP_TURNS };
      return { windows: dialogueWindows(dialogueLines(texts), limits), replaced };
    },
    first: (dialogue: DialogueId, window: DialogueWindow) => question(dialogue, window, false),
    again: (dialogue: DialogueId, window: DialogueWindow, ids: readonly number[]) =>
      question(dialogue, { ...window, asked: ids }, true),
    check: ({ text, finish }: Pick<ChatAnswer, 'text' | 'finish'>, window: DialogueWindow) =>
      checkAnswer(text, askedLines(window), { cutOff: finish === 'length', known }),
  };
}
