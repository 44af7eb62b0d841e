import {
  type AnswerReference,
  type AskedTurn,
  answerMessages,
  exampleMask,
  exampleTurns,
  NEXT_TURNS,
  shapeOfMethod,
} from '#shared/algorithms/generation/answer-messages.ts';
import { mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { AnswerSettings, AnswerUnit } from '#shared/contract/generation.ts';
import type { ModelAnswerer } from '#shared/domain/agent.ts';
import type { NumberedTurn } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ChatMessage, ContextRoom } from '../../providers/model/model.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import type { Question } from '../../providers/requests/ledger.ts';
import { requestHash } from '../../providers/requests/request-hash.ts';

export interface ShownExample {
  readonly dialogue: DialogueId;
  readonly turns: readonly NumberedTurn[];
}

/** Candidates are turns, but a dialogue is shown only once even if several of its turns are candidates. */
export const CANDIDATES_PER_EXAMPLE = 4;

/** Returns the examples as the model gets them: best first, and masked if required. */
export function shownExamples(
  source: { dialogue(id: DialogueId): { readonly turns: readonly Omit<NumberedTurn, 'turn'>[] } },
  asked: DialogueId | null,
  method: string,
  found:
    | { readonly candidates: readonly { readonly dialogue: DialogueId; readonly turn: number }[] }
    | undefined,
  settings: AnswerSettings,
): ShownExample[] {
  const shape =
    settings.unit === 'whole-dialogue'
      ? 'dialogue'
      : settings.exampleShape === 'method'
        ? shapeOfMethod(method)
        : settings.exampleShape;
  const shown: ShownExample[] = [];
  const whole = new Set<DialogueId>();
  for (const { dialogue, turn } of found?.candidates ?? []) {
    if (shown.length === settings.examples) break;
    if (dialogue === asked || whole.has(dialogue)) continue;
    if (shape === 'dialogue') whole.add(dialogue);
    const { turns } = source.dialogue(dialogue);
    const mask = settings.masking ? exampleMask(turns.map(({ text }) => text)) : (text: string) => text;
    // Masks before cutting, because a cut could split personal data and hide them from the masker.
    const masked = turns.map(({ role, text }) => ({ role, text: mask(text) }));
    shown.push({ dialogue, turns: exampleTurns(masked, turn, shape, settings.context) });
  }
  return shown;
}

export const PROMPT_OF_UNIT: Readonly<Record<AnswerUnit, 'answer-next-turn' | 'answer-whole-dialogue'>> = {
  'next-turn': 'answer-next-turn',
  'whole-dialogue': 'answer-whole-dialogue',
};

export interface DraftedRequest {
  readonly messages: readonly ChatMessage[];
  readonly question: Question;
  /**
   * Returns a request that fits `room`. Drops the worst examples, then the oldest turns, but never the turn to answer.
   * Null if nothing is left to drop; missing if nothing may be dropped.
   */
  shorter?(room: ContextRoom): DraftedRequest | null;
}

export type RequestWriter = ReturnType<typeof createRequestWriter>;

interface RequestParts {
  readonly prompt: string;
  readonly answerer: ModelAnswerer;
  readonly provider: Pick<KeptProvider, 'baseUrl' | 'maskPersonalData'>;
  /** The dialogue of the conversation. Its id is null outside the project. */
  readonly dialogue: {
    readonly id: DialogueId | null;
    readonly turns: readonly Omit<NumberedTurn, 'turn'>[];
  };
  /** Other dialogues whose words occur in the conversation. */
  readonly alsoFrom?: readonly DialogueId[];
  /** External texts that may help the model. They are masked like the conversation. */
  readonly references?: readonly AnswerReference[];
  readonly examples: readonly ShownExample[];
  readonly settings: AnswerSettings;
  readonly sample: number;
}

export const charactersOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/** Maximum tokens of the answer to a whole dialogue. All turns must fit, but servers limit the length. */
const MOST_DIALOGUE_TOKENS = 4096;

export function createRequestWriter(parts: RequestParts) {
  const { prompt, answerer, provider, dialogue, examples, settings, sample } = parts;
  const { alsoFrom = [], references = [] } = parts;
  const turns = dialogue.turns.map(({ role, text }, turn) => ({ turn, role, text }));
  let masker = createMasker([]);
  const hide = (text: string): string => (provider.maskPersonalData ? masker.mask(text).text : text);
  const hiddenReference = ({ from, text }: AnswerReference): AnswerReference => ({ from, text: hide(text) });
  const shown = examples.map((example) => example.turns);
  const drafted = (
    asked: readonly AskedTurn[],
    ask: readonly number[] | null,
    again: boolean,
    left = { examples: examples.length, turns: asked.length },
  ): DraftedRequest => {
    const kept = asked.slice(asked.length - left.turns);
    const messages = answerMessages(
      prompt,
      shown.slice(0, left.examples),
      kept,
      ask,
      again,
      references.map(hiddenReference),
    );
    const { maxOutputTokens } = answerer;
    const output =
      ask === null
        ? maxOutputTokens
        : Math.max(maxOutputTokens, Math.min(maxOutputTokens * ask.length, MOST_DIALOGUE_TOKENS));
    const request = {
      model: answerer.model,
      messages,
      temperature: answerer.temperature,
      seed: answerer.seed === null ? null : answerer.seed + sample,
      maxOutputTokens: output,
      answerSchema: null,
      ...(ask === null ? { stop: NEXT_TURNS } : {}),
    };
    const hash = requestHash(provider.baseUrl, request);
    return {
      messages,
      question: {
        // Samples without a seed have the same request, so the sample's number is added to the hash.
        hash: sample > 0 && answerer.seed === null ? `${hash}-${sample}` : hash,
        request,
        dialogues: [
          ...new Set([
            ...(dialogue.id === null ? [] : [dialogue.id]),
            ...alsoFrom,
            ...examples.slice(0, left.examples).map((example) => example.dialogue),
          ]),
        ],
        most: { input: mostInputTokens(messages, null), output },
      },
      shorter(room) {
        // Keeps at most a quarter of the context window free for the answer.
        const free = room.most - Math.min(output, room.most / 4);
        const allowed = (charactersOf(messages) * free) / room.asked;
        let next: DraftedRequest | null = null;
        let { examples: shownStill, turns: heard } = left;
        while (next === null || charactersOf(next.messages) > allowed) {
          if (shownStill > 0) shownStill--;
          else if (ask === null && heard > 1) heard--;
          else break;
          next = drafted(asked, ask, again, { examples: shownStill, turns: heard });
        }
        return next;
      },
    };
  };
  return {
    turn(turn: number) {
      const from = settings.context === null ? 0 : Math.max(0, turn - settings.context);
      // Reads only earlier turns, so that no names from later turns are used.
      masker = createMasker(turns.slice(0, turn).map(({ text }) => text));
      const context = turns.slice(from, turn).map((one) => ({ ...one, text: hide(one.text) }));
      return drafted(context, null, false);
    },
    /** Returns a request for the system turns with these ids. `written` has the earlier system turns. */
    dialogue(ask: readonly number[], written: ReadonlyMap<number, string>, again: boolean) {
      masker = createMasker(turns.filter(({ role }) => role === 'user').map(({ text }) => text));
      const asked = turns.map((one) => ({
        ...one,
        // The system's real answer is never sent, because the model has to write it.
        text: one.role === 'user' ? hide(one.text) : (written.get(one.turn) ?? null),
      }));
      return drafted(asked, ask, again);
    },
    unmask: (text: string) => (provider.maskPersonalData ? masker.unmask(text) : text),
  };
}
