import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import { teachingContract } from '#shared/contract/teaching.ts';
import { ROLE_NAMES, ROLES } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/commit.ts';
import { inProject, translateError } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf, writeOutput } from '../../output/target.ts';
import { dialogueByExternalId, requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { placeReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { CHANGES_TAGS } from '../../store/edits/log/placed-changes.ts';
import { tagNameOf } from '../../store/tags/tag-table.ts';
import { answersIn } from '../../store/tags/turn-tags.ts';
import { inThread } from '../../workers/in-thread.ts';
import { keepAnswers, requireTwoMoves } from './answers.ts';
import { nextQuestion, teachingDesk, teachingProgress } from './desk.ts';
import { toSavedTagger } from './saved-tagger.ts';
import { SEED } from './seed.ts';
import { teachJob } from './teach-job.ts';

const COLUMNS = ['dialogue', 'turn', 'role', 'move'] as const;
/** The name of the column "turn" in older tables. */
const OLD_TURN = 'round';

/** @throws BAD_FILE with the line and value of the first invalid row */
async function readAnswers(
  database: ReadDatabase,
  path: string,
): Promise<{ readonly answers: Map<TurnId, string[]>; readonly warnings: string[] }> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw translateError(error, path);
  }
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const header = (lines[0] ?? '').split('\t').map((name) => name.trim().toLowerCase());
  const at = COLUMNS.map((name) =>
    name === 'turn' && !header.includes(name) ? header.indexOf(OLD_TURN) : header.indexOf(name),
  );
  const missing = COLUMNS.find((_, place) => at[place] === -1);
  const wrong = (line: number, message: string, value: string, nextStep: string) =>
    new DialogramError('BAD_FILE', `Line ${line} of ${basename(path)}: ${message}`, {
      place: `${path}, line ${line}`,
      value,
      nextStep,
    });
  if (missing !== undefined)
    throw wrong(
      1,
      `The header has no column "${missing}".`,
      lines[0] ?? '',
      'Begin the file with the line "dialogue, turn, role, move", with tabs between the names.',
    );
  const dialogues = new Map<string, ReturnType<typeof requireDialogue>['turns']>();
  const answers = new Map<TurnId, string[]>();
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    const number = index + 1;
    const cells = line.split('\t');
    const [dialogue = '', turn = '', role = '', move = ''] = at.map((place) => (cells[place] ?? '').trim());
    let turns = dialogues.get(dialogue);
    if (!turns) {
      const id = dialogueByExternalId(database, dialogue);
      if (id === null)
        throw wrong(
          number,
          `The project has no dialogue "${dialogue}".`,
          dialogue,
          'Use the ids of the imported file.',
        );
      turns = requireDialogue(database, id).turns;
      dialogues.set(dialogue, turns);
    }
    const found = /^\d{1,9}$/.test(turn) ? turns[Number(turn)] : undefined;
    if (!found)
      throw wrong(
        number,
        `Dialogue ${dialogue} has no turn "${turn}".`,
        turn,
        `Use a whole number from 0 to ${turns.length - 1}. Consecutive messages from one speaker count as one turn.`,
      );
    if (!ROLES.some((known) => known === role))
      throw wrong(number, `"${role}" is not a role.`, role, 'Write “user” or “system”.');
    if (found.role !== role)
      throw wrong(
        number,
        `In turn ${turn} of ${dialogue}, the ${ROLE_NAMES[found.role]} speaks, but the file says "${role}".`,
        role,
        'Count turns from 0. Consecutive messages from one speaker count as one turn.',
      );
    const name = tagNameOf(move);
    if (name === null)
      throw wrong(number, 'The move is missing.', move, 'Write a move, or leave the line out.');
    const moves = answers.get(found.id) ?? [];
    if (!moves.includes(name)) moves.push(name);
    answers.set(found.id, moves);
  }
  if (answers.size === 0)
    throw wrong(2, 'There are no answers.', '', 'Write a line for each turn: dialogue, turn, role, move.');
  return { answers, warnings: loneMoves(answers) };
}

function loneMoves(answers: ReadonlyMap<TurnId, readonly string[]>): string[] {
  const counts = new Map<string, number>();
  for (const move of [...answers.values()].flat()) counts.set(move, (counts.get(move) ?? 0) + 1);
  const lone = [...counts].filter(([, count]) => count === 1).map(([move]) => `#${move}`);
  return lone.length === 0
    ? []
    : [
        lone.length === 1
          ? `This move has only one example, which is not enough to learn from: ${lone[0]}. Tag more turns with it.`
          : `These moves have only one example each, which is not enough to learn from: ${lone.join(', ')}. Tag more turns with them.`,
      ];
}

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
        `${formatAmount(answers.size, 'turn')} from ${basename(path)}`,
      );
      // Questions are chosen from a sample of the dialogues, and the imported answers may be about other dialogues.
      void project.use(teachingDesk).end();
      return { answers: answers.size, outcome, warnings };
    },
    gettingReady: ({ project, signal }) => project.use(teachingDesk).gettingReady(signal),
    next: ({ input, project }) => nextQuestion(project, input.skipped),
    answer: ({ input, project, session }) => {
      const what = input.turns.length === 1 ? 'a turn' : `${input.turns.length} turns`;
      const moves = [...new Set(input.moves)];
      const words = `${what}: ${moves.map((move) => `#${move}`).join(', ')}`;
      const placeOf = placeReader(project.database);
      for (const turn of input.turns) inProject(placeOf(turn), 'turn', turn);
      return keepAnswers(editorOf(session), new Map(input.turns.map((turn) => [turn, moves])), words);
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
        [
          {
            path: project.path,
            seed: SEED,
            resources: project.app.resources,
            answers,
            together: new Map(),
            holdBack: null,
            vectors: false,
          },
        ],
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
