import { type AnswerPromptName, answerPromptNameSchema } from '#shared/contract/generation.ts';
import type { Api } from '../../dispatch/api.ts';
import type { Session } from '../../session.ts';
import { presentPrompt, resetPrompt, type StoredPrompt, savePrompt } from '../prompts/prompt-store.ts';
import { type AnsweringHost, answerDialogue, answerTurn, previewAnswer } from './answer.ts';
import { streamAnswer } from './answer-stream.ts';

const hostOf = (session: Session): AnsweringHost => ({
  project: session.project(),
  providers: session.backend.providers,
  resources: session.backend.resources,
});

const shown = (name: AnswerPromptName, prompt: StoredPrompt) => ({ ...prompt, name });

export function generationHandlers(api: Api) {
  const { generation } = api;
  return {
    answer: generation.answer.handler(({ input, context, signal }) => {
      const host = hostOf(context.session);
      const answer = input.settings.unit === 'whole-dialogue' ? answerDialogue : answerTurn;
      const { sample } = input;
      return streamAnswer(
        async (listener) => (await answer(host, input, { ...listener, sample })).answer,
        signal,
      );
    }),
    preview: generation.preview.handler(({ input, context }) =>
      previewAnswer(hostOf(context.session), input),
    ),
    prompts: generation.prompts.handler(({ context }) => {
      const { project, resources } = hostOf(context.session);
      return answerPromptNameSchema.options.map((name) =>
        shown(name, presentPrompt(project.database, resources, name)),
      );
    }),
    savePrompt: generation.savePrompt.handler(({ input, context }) => {
      const { project, resources } = hostOf(context.session);
      return shown(input.name, savePrompt(project.database, resources, input.name, input.text));
    }),
    resetPrompt: generation.resetPrompt.handler(({ input, context }) => {
      const { project, resources } = hostOf(context.session);
      return shown(input.name, resetPrompt(project.database, resources, input.name));
    }),
  };
}
