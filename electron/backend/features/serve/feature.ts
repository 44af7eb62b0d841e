import { serveContract } from '#shared/contract/serve.ts';
import { defineFeature } from '../../feature.ts';
import { presentPrompt, resetPrompt, savePrompt } from '../prompts/index.ts';
import { EXAMPLES_PROMPT } from './answer-chat.ts';
import { endpoint } from './endpoint.ts';

export const feature = defineFeature({
  contract: serveContract,
  methods: {
    start: ({ input, project }) => project.use(endpoint).start(input),
    status: ({ project }) => project.use(endpoint).status(),
    stop: ({ project }) => project.use(endpoint).stop(),
    prompt: ({ project }) => presentPrompt(project.database, project.app.resources, EXAMPLES_PROMPT),
    savePrompt: ({ input, project }) =>
      savePrompt(project.database, project.app.resources, EXAMPLES_PROMPT, input.text),
    resetPrompt: ({ project }) => resetPrompt(project.database, project.app.resources, EXAMPLES_PROMPT),
  },
});
