import { serveContract } from '#shared/contract/serve.ts';
import { defineFeature } from '../../feature.ts';
import { methodsOfPrompt } from '../prompts/index.ts';
import { EXAMPLES_PROMPT } from './answer-chat.ts';
import { endpoint } from './endpoint.ts';

export const feature = defineFeature({
  contract: serveContract,
  methods: {
    start: ({ input, project }) => project.use(endpoint).start(input),
    status: ({ project }) => project.use(endpoint).status(),
    stop: ({ project }) => project.use(endpoint).stop(),
    ...methodsOfPrompt(EXAMPLES_PROMPT),
  },
});
