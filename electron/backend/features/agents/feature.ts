import { agentsContract } from '#shared/contract/agents.ts';
import { defineFeature } from '../../feature.ts';
import { talk } from './talk.ts';

export const feature = defineFeature({
  contract: agentsContract,
  methods: {
    list: ({ project }) =>
      [...project.app.agents.values()].flatMap((kind) => kind.list(project).map((one) => ({ ...one }))),
    talk: ({ input, project, signal }) => talk(project, input.agent, input.turns, signal),
  },
});
