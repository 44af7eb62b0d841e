import { runThread } from '#backend/workers/run-thread.ts';

await runThread({
  analyseTexts: () => import('./analyse-texts.ts'),
  answerQueries: () => import('./answer-queries.ts'),
});
