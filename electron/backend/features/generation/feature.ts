import { open } from 'node:fs/promises';
import { answerMessages } from '#shared/algorithms/generation/answer-messages.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import {
  type FineTuningExample,
  fineTuningJsonl,
  nextTurnWindows,
  WINDOW_TURNS,
} from '#shared/algorithms/windows/windows.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type AnswerSettings,
  answerPromptNameSchema,
  answerSettingsSchema,
  generationContract,
  type TrainingEvent,
} from '#shared/contract/generation.ts';
import { NO_EXAMPLES } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { translateError } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import { beginOutput, type OutputTarget, targetOf } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { dialogueHeads } from '../../store/corpus/dialogue-table.ts';
import { keptPrompt, methodsOfPrompts } from '../prompts/index.ts';
import { HELD_OUT_SHARE, isHeldOut } from '../retrieval/index.ts';
import { openAnswering, previewAnswer } from './answer.ts';
import { PROMPT_OF_UNIT, shownExamples } from './model-request.ts';
import { streamAnswer, streamWork } from './stream-answer.ts';
import { type AskedDialogue, openTurnSource, requireAsked, type TurnSource } from './turn-source.ts';

interface TrainingSettings {
  readonly run: RunId | null;
  /** The number of examples per line; 0 for none. */
  readonly examples: number;
  readonly method: string;
  readonly seed: number;
}

type WrittenTraining = Omit<Extract<TrainingEvent, { readonly kind: 'done' }>, 'kind'>;

const BREATHE_EVERY_MS = 20;

/**
 * Writes lines for fine-tuning, in the chat format. Each line has the messages that a column would send for a window of
 * six turns, and the true answer. Personal data and names are masked. Test dialogues are left out, and no dialogue is
 * its own example.
 * @throws DialogramError INVALID without training data; the signal's reason if aborted
 */
async function exportTraining(
  project: Project,
  target: OutputTarget,
  training: TrainingSettings,
  signal: AbortSignal,
  report: (done: number, total: number) => void,
): Promise<WrittenTraining> {
  const { database } = project;
  const source = await openTurnSource(project, training.run);
  const prompt = keptPrompt(database, project.app.resources, PROMPT_OF_UNIT['next-turn']).text;
  const settings = answerSettingsSchema.parse({
    examples: Math.max(1, training.examples),
    seed: training.seed,
    context: WINDOW_TURNS - 1,
  });
  const method = training.examples === 0 ? NO_EXAMPLES : training.method;
  const ids = dialogueHeads(database).map(({ id }) => id);
  const output = beginOutput(target);
  let [lines, dialogues, heldOut, without, done] = [0, 0, 0, 0, 0];
  let breathedMs = performance.now();
  try {
    const file = await open(output.temporary, 'w');
    try {
      for (const id of ids) {
        const dialogue = source.dialogue(id);
        if (isHeldOut(dialogue.externalId, HELD_OUT_SHARE)) heldOut++;
        else {
          const written = await linesOf(dialogue, { source, prompt, method, settings, signal });
          if (written.length === 0) without++;
          else {
            dialogues++;
            lines += written.length;
            await file.write(fineTuningJsonl(written));
          }
        }
        report(++done, ids.length);
        if (performance.now() - breathedMs > BREATHE_EVERY_MS) {
          await breathe();
          breathedMs = performance.now();
        }
        signal.throwIfAborted();
      }
    } finally {
      await file.close();
    }
    if (lines === 0) {
      throw new DialogramError('INVALID', 'None of the training dialogues has a turn to learn from.', {
        nextStep: 'Import dialogues in which an agent answers a customer.',
      });
    }
    const { path } = output.finish();
    return { path, lines, dialogues, heldOut, without };
  } catch (error) {
    output.discard();
    if (signal.aborted) throw signal.reason;
    throw translateError(error, target.path);
  }
}

interface LineParts {
  readonly source: TurnSource;
  readonly prompt: string;
  readonly method: string;
  readonly settings: AnswerSettings;
  readonly signal: AbortSignal;
}

async function linesOf(
  dialogue: AskedDialogue,
  { source, prompt, method, settings, signal }: LineParts,
): Promise<FineTuningExample[]> {
  const masker = createMasker(dialogue.turns.map(({ text }) => text));
  const turns = dialogue.turns.map(({ role, text }, turn) => ({
    turn,
    role,
    text: masker.mask(text).text,
  }));
  const lines: FineTuningExample[] = [];
  for (const { context, answer } of nextTurnWindows(turns)) {
    signal.throwIfAborted();
    if (answer.text.trim() === '') continue;
    const found = await source.find(dialogue.id, answer.turn, [method], settings);
    const examples = shownExamples(source, dialogue.id, method, found.get(method), settings);
    lines.push({
      messages: [
        ...answerMessages(
          prompt,
          examples.map((example) => example.turns),
          context,
          null,
        ),
        { role: 'assistant', content: answer.text },
      ],
    });
  }
  return lines;
}

export const feature = defineFeature({
  contract: generationContract,
  methods: {
    answer: ({ input, project, signal }) => {
      const { run, dialogue, column, settings, sample } = input;
      const turn = settings.unit === 'whole-dialogue' ? null : input.turn;
      return streamAnswer(async (options) => {
        requireAsked(project, { run, dialogue, turn, agent: column });
        const answering = await openAnswering(project, run, settings);
        const ask = await answering.at(dialogue, turn, [column]);
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
