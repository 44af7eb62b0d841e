import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { teachingContract } from '#shared/contract/teaching.ts';
import { editorOf } from '../../editing/commit.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf, writeOutput } from '../../output/target.ts';
import { placeReader } from '../../store/corpus/round-table.ts';
import { CHANGES_TAGS } from '../../store/edits/log/placed-changes.ts';
import { answersIn } from '../../store/tags/round-tags.ts';
import { inThread } from '../../workers/in-thread.ts';
import { keepAnswers, requireTwoMoves } from './answers.ts';
import { nextQuestion, teachingDesk, teachingProgress } from './desk.ts';
import { readAnswers } from './read-answers.ts';
import { toSavedTagger } from './saved-tagger.ts';
import { SEED } from './seed.ts';
import { teachJob } from './teach-job.ts';

export const feature = defineFeature({
  contract: teachingContract,
  methods: {
    readAnswers: async ({ input, project, session }) => {
      const path = session.files.forReading(input.path);
      const { answers, warnings } = await readAnswers(project.database, path);
      requireTwoMoves(new Map([...answersIn(project.database), ...answers]));
      const outcome = await keepAnswers(
        editorOf(session),
        answers,
        `${answers.size} turns by ${basename(path)}`,
      );
      // Questions are chosen from a sample of the dialogues, and these answers may be outside it.
      void project.use(teachingDesk).end();
      return { answers: answers.size, outcome, warnings };
    },
    gettingReady: ({ project, signal }) => project.use(teachingDesk).gettingReady(signal),
    next: ({ input, project }) => nextQuestion(project, input.skipped),
    answer: ({ input, project, session }) => {
      const what = input.rounds.length === 1 ? 'a turn' : `${input.rounds.length} turns`;
      const moves = [...new Set(input.moves)];
      const words = `${what}: ${moves.map((move) => `#${move}`).join(', ')}`;
      const placeOf = placeReader(project.database);
      for (const round of input.rounds) inProject(placeOf(round), 'turn', round);
      return keepAnswers(editorOf(session), new Map(input.rounds.map((round) => [round, moves])), words);
    },
    progress: ({ project }) => teachingProgress(project),
    run: ({ input, project, session }) => {
      const from = input.from === null ? null : session.files.forReading(input.from);
      return { job: project.jobs.start(teachJob, 'Teaching moves', { ...input, from }) };
    },
    save: async ({ input, project, session, signal }) => {
      const target = targetOf(session, input);
      const answers = answersIn(project.database);
      requireTwoMoves(answers);
      const { roles } = await inThread(
        'teaching',
        'teachProject',
        [{ path: project.path, seed: SEED, answers, together: new Map(), holdBack: null, vectors: false }],
        { signal: AbortSignal.any([project.closing, signal]) },
      );
      const saved = toSavedTagger(roles);
      return {
        ...writeOutput(target, (place) => writeFileSync(place, `${JSON.stringify(saved)}\n`)),
        moves: saved.roles.reduce((sum, { moves }) => sum + moves.length, 0),
        words: saved.roles.reduce((sum, { words }) => sum + words.length, 0),
      };
    },
  },
  jobs: [teachJob],
  edits: { teach: CHANGES_TAGS },
});
