import type { InputOf } from '#shared/contract/base.ts';
import type { promptFilesContract } from '#shared/contract/prompt-files.ts';
import { csvLine } from '../../output/csv.ts';
import { chatBody, expectedQuirks } from '../../providers/model/chat-request.ts';
import type { Question } from '../../providers/requests/ledger.ts';

type PromptFormat = InputOf<(typeof promptFilesContract)['export']>['to'];

export const headOfFile = (to: PromptFormat): string => (to === 'csv' ? 'id,model,prompt,answer\r\n' : '');

/**
 * A prompt as exported. Its id is the hash of everything that shapes the answer, and identifies the prompt
 * later.
 */
export function writtenPrompt({ hash, request }: Question, to: PromptFormat): string {
  const { model, messages, temperature, seed, maxOutputTokens, answerSchema } = request;
  switch (to) {
    case 'openai': {
      const body = chatBody(request, expectedQuirks(''));
      return `${JSON.stringify({ custom_id: hash, method: 'POST', url: '/v1/chat/completions', body })}\n`;
    }
    case 'csv': {
      const words = messages.map(({ role, content }) => `${role}:\n${content}`).join('\n\n');
      return csvLine([hash, model, words, '']);
    }
    case 'jsonl':
      return `${JSON.stringify({ id: hash, model, messages, temperature, seed, maxOutputTokens, schema: answerSchema?.schema ?? null })}\n`;
  }
}
