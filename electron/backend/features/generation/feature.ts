import {
  answerPromptNameSchema,
  generationContract,
  type TrainingEvent,
} from '#shared/contract/generation.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { methodsOfPrompts } from '../prompts/index.ts';
import { openAnswering, previewAnswer } from './answer.ts';
import { exportTraining } from './export-training.ts';
import { streamAnswer } from './stream-answer.ts';
import { streamWork } from './stream-work.ts';
import { requireAsked } from './turn-source.ts';

export const feature = defineFeature({
  contract: generationContract,
  methods: {
    answer: ({ input, project, signal }) => {
      const { run, dialogue, column, settings, sample } = input;
      const round = settings.unit === 'whole-dialogue' ? null : input.round;
      return streamAnswer(async (options) => {
        requireAsked(project, { run, dialogue, round, agent: column });
        const answering = await openAnswering(project, run, settings);
        const ask = await answering.at(dialogue, round, [column]);
        return (await ask(column, { ...options, sample })).answer;
      }, signal);
    },
    exportTraining: ({ input, project, session, signal }) => {
      const target = targetOf(session, input);
      return streamWork<TrainingEvent>(
        async (tell, stopped) => {
          const written = await exportTraining(project, target, input, stopped, (done, total) =>
            tell({ kind: 'progress', done, total }),
          );
          return { kind: 'done', ...written };
        },
        (before, next) => (before.kind === 'progress' ? next : null),
        signal,
      );
    },
    preview: ({ input, project }) => previewAnswer(project, input),
    ...methodsOfPrompts(answerPromptNameSchema.options),
  },
});
