import type { AnswerWindow, WindowRound } from './windows.ts';

/**
 * Replaces personal data of one dialogue, its texts given in order, so that the same datum is replaced alike
 * throughout; asked for anew for every dialogue.
 */
export type DialogueMask = () => (text: string) => string;

/** Leaves texts as they are: for those who know that there is nothing to hide. */
export const noMask: DialogueMask = () => (text) => text;

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One line of a fine-tuning file in the chat layout of OpenAI's API. */
export interface FineTuningExample {
  readonly messages: readonly ChatMessage[];
}

/** What is shown of another dialogue: where it ends is the answer to be learned from. */
export interface RetrievedExample {
  /** The dialogue it is from: never the one that is asked about. */
  readonly dialogue: string;
  readonly window: AnswerWindow;
}

export interface FineTuningOptions {
  /** The instruction that begins every example; left out where empty. */
  readonly instruction: string;
  readonly mask: DialogueMask;
  /**
   * With retrieved examples: those of a window, best first; without: null. They are put into the instruction's
   * message, as the model will be shown them later.
   */
  readonly examplesOf: ((window: AnswerWindow) => readonly RetrievedExample[]) | null;
}

/**
 * Training lines of one dialogue: context as messages of user and assistant, the true answer last.
 *
 * The dialogue and every example are masked apart, each by a mask of its own, in the order of their texts. Example
 * texts lie in lines of their own with line ends made blanks, so that none can pose as another speaker's.
 *
 * @param dialogue its id
 * @throws RangeError where an example is of the dialogue itself
 */
export function fineTuningExamples(
  dialogue: string,
  windows: readonly AnswerWindow[],
  { instruction, mask, examplesOf }: FineTuningOptions,
): FineTuningExample[] {
  const masked = maskWindows(windows, mask());
  return windows.map((window, at) => {
    const examples = examplesOf?.(window) ?? [];
    const own = examples.find((example) => example.dialogue === dialogue);
    if (own) throw new RangeError(`"${dialogue}" was retrieved for itself; leave its own windows out.`);
    const shown = examples.map((example, index) => exampleText(example, index + 1, mask()));
    const head = [instruction, ...shown].filter((part) => part !== '').join('\n\n');
    const { context, answer } = masked[at];
    return {
      messages: [
        ...(head === '' ? [] : [{ role: 'system' as const, content: head }]),
        ...context.map(messageOf),
        messageOf(answer),
      ],
    };
  });
}

/** JSON Lines: one example a line, each ended by a line end. */
export function fineTuningJsonl(examples: readonly FineTuningExample[]): string {
  return examples.map((example) => `${JSON.stringify(example)}\n`).join('');
}

/** Masks every round once, in the dialogue's order, however many windows hold it. */
function maskWindows(windows: readonly AnswerWindow[], mask: (text: string) => string): AnswerWindow[] {
  const rounds = new Map<number, WindowRound>();
  for (const { context, answer } of windows) {
    for (const round of [...context, answer]) rounds.set(round.round, round);
  }
  const masked = new Map(
    [...rounds.values()]
      .sort((left, right) => left.round - right.round)
      .map((round) => [round.round, { ...round, text: mask(round.text) }]),
  );
  const of = (round: WindowRound): WindowRound => masked.get(round.round) ?? round;
  return windows.map(({ context, answer }) => ({ context: context.map(of), answer: of(answer) }));
}

function exampleText({ window }: RetrievedExample, number: number, mask: (text: string) => string): string {
  const lines = [...window.context, window.answer].map(
    ({ role, text }) => `${role === 'user' ? 'User' : 'System'}: ${mask(text).replace(/\s+/g, ' ').trim()}`,
  );
  return [`Example ${number}`, ...lines].join('\n');
}

function messageOf({ role, text }: WindowRound): ChatMessage {
  return { role: role === 'user' ? 'user' : 'assistant', content: text };
}
