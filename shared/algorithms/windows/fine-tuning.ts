interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One line of a fine-tuning file in the chat layout of OpenAI's API. */
export interface FineTuningExample {
  readonly messages: readonly ChatMessage[];
}

/** JSON Lines: one example a line, each ended by a line end. */
export function fineTuningJsonl(examples: readonly FineTuningExample[]): string {
  return examples.map((example) => `${JSON.stringify(example)}\n`).join('');
}
