import { promptFilesContract } from '#shared/contract/prompt-files.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { writeInPieces } from '../../output/write-whole.ts';
import { goThrough } from './go-through.ts';
import { takeAnswers } from './take-answers.ts';
import { headOfFile, writtenPrompt } from './written-prompt.ts';

export const feature = defineFeature({
  contract: promptFilesContract,
  methods: {
    export: async ({ input, project, session }) => {
      const target = targetOf(session, input);
      const prompts = new Map<string, string>();
      await goThrough(project, input.run, {
        answerOf: () => null,
        waits: (question) => void prompts.set(question.hash, writtenPrompt(question, input.to)),
      });
      const written = writeInPieces(target, [headOfFile(input.to), ...prompts.values()]);
      return { ...written, prompts: prompts.size };
    },
    import: ({ input, project, session }) =>
      takeAnswers(project, input.run, session.files.forReading(input.path)),
  },
});
