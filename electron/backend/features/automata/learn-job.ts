import { type LearnInput, type LearnResult, learnInputSchema } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { saveAutomaton } from '../../store/runs/automaton-table.ts';
import { asRun, finishRun } from '../../store/runs/run-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { inThread } from '../../workers/in-thread.ts';
import { dialoguesPassing, tagsMeant } from '../filters/index.ts';
import type { LearningStep } from './learn-from-project.ts';

const STAGES: readonly { readonly stage: LearningStep; readonly words: string }[] = [
  { stage: 'reading', words: 'reading the tags' },
  { stage: 'size', words: 'choosing the number of states' },
  { stage: 'tree', words: 'growing the tag tree' },
  { stage: 'merging', words: 'merging states' },
  { stage: 'automaton', words: 'tracking the dialogues' },
  { stage: 'reach', words: 'routing held-out dialogues' },
  { stage: 'certainty', words: 'learning again from parts' },
];

const noDialogues = (where: string): DialogramError =>
  new DialogramError('INVALID', 'No dialogue passes the filter, so there is nothing to learn from.', {
    place: 'where',
    value: where,
    nextStep: 'Change the filter. On the command line, "filters" lists the fields and their values.',
  });

/** @param aside true for a comparison: the automaton becomes the latest only if there is no other */
export async function runLearning(
  project: Project,
  input: LearnInput,
  context: JobContext,
  aside = false,
): Promise<LearnResult> {
  const { database, path } = project;
  const { run: _, learner, where, ...options } = input;
  const started = performance.now();
  const tagging = requireTaggingRun(database, input.run);
  if (
    where.trim() !== '' &&
    (await dialoguesPassing(project, where, tagsMeant(database, tagging.id))).dialogues === 0
  )
    throw noDialogues(where);
  const corpusVersion = versionOf(database, 'corpus_version');
  const editVersion = versionOf(database, 'edit_version');
  const row = {
    kind: 'automaton',
    params: { ...input, run: tagging.id, ...(aside && { aside }) },
    seed: null,
    inputFingerprint: `${tagging.inputFingerprint}/${editVersion}`,
  };
  return asRun(database, row, async (run) => {
    const output = await inThread(
      'learning',
      'learnFromProject',
      [{ path, run: tagging.id, tagger: tagging.tagger, learner, where, options }],
      {
        signal: context.signal,
        onProgress(stage) {
          const index = STAGES.findIndex((candidate) => candidate.stage === stage);
          context.report({
            phase: STAGES[index]?.words ?? stage,
            done: index,
            total: STAGES.length,
            unit: 'steps',
          });
        },
      },
    );
    if (output.report.states <= 1 && output.dialogueIds.length > 0) {
      throw new DialogramError('INVALID', 'With these tags, the automaton has only the start state.', {
        value: `vocabulary ${tagging.vocabulary}, messages tagged ${tagging.utterancesTagged}, tau ${input.tau}`,
        nextStep: 'Tag with another tagger, import more dialogues, or lower tau.',
      });
    }
    const result: LearnResult = {
      automaton: run,
      ...output.report,
      warnings: [...output.warnings],
      seconds: (performance.now() - started) / 1000,
      learningSeconds: output.learningSeconds,
      peakMb: process.resourceUsage().maxRSS / 1024,
      reach: output.reach,
      advice: [...output.advice],
      size: output.size && {
        ...output.size,
        sizes: output.size.sizes.map(({ states, named, reach }) => ({ states, named, reach })),
      },
    };
    database.transaction(() => {
      saveAutomaton(database, run, {
        taggingRun: tagging.id,
        corpusVersion,
        editVersion,
        parts: output.parts,
        dialogueIds: output.dialogueIds,
      });
      finishRun(database, run, new Date().toISOString(), result);
    })();
    return result;
  });
}

export const learnJob: JobKind<Project, LearnInput> = {
  kind: 'learning',
  params: learnInputSchema,
  topics: ['project', 'runs', 'automata'],
  run: (project, input, context) => runLearning(project, input, context),
};
