import { USUAL_STATES } from '#shared/algorithms/learning/learn.ts';
import type { MergeDecision } from '#shared/algorithms/merging/decisions.ts';
import { type AutomatonSummary, type LearnResult, learnInputSchema } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { ImpactInput, RelearnInput } from '#shared/contract/relearning.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../../project.ts';
import type { WriteDatabase } from '../../../store/database.ts';
import {
  automatonOrigin,
  confirmAutomaton,
  keepAutomaton,
  type StoredAutomaton,
} from '../../../store/runs/automaton-table.ts';
import { completeResult, discardRun, listRuns } from '../../../store/runs/run-table.ts';
import { requireTaggingRun } from '../../../store/runs/tagging-runs.ts';
import { readWhenNeeded } from '../../../workers/staying.ts';
import { HELD_OUT_SHARE } from '../../retrieval/index.ts';
import { automatonSummary } from '../cache.ts';
import type { RelearningSubject, ReportedSize } from './open-relearning.ts';

/**
 * Stores a live automaton in place of the earlier one. People's automata stay.
 * @param params of the automaton that it updates
 */
function keepLiveAutomaton(
  database: WriteDatabase,
  params: Readonly<Record<string, unknown>>,
  stored: StoredAutomaton,
  report: Omit<LearnResult, 'automaton'>,
): RunId {
  return database.transaction(() => {
    const outdated = listRuns(database, 'automaton').filter((run) => run.params.live === true);
    const row = {
      kind: 'automaton',
      params: { ...params, live: true, aside: undefined },
      inputFingerprint: `${stored.taggingRun}/${stored.corpusVersion}/${stored.editVersion}`,
    };
    const run = keepAutomaton(database, row, stored, report);
    // Comes last: SQLite reuses the id of a deleted newest row, and a page may still use that id.
    for (const { id } of outdated) discardRun(database, id);
    return run;
  })();
}

interface AskedSize {
  readonly automaton: RunId | null;
  readonly states: number;
}

function createRelearning({ database, path }: Project) {
  const thread = readWhenNeeded(path, 'relearning', 'openRelearning', []);
  const subjectOf = (summary: AutomatonSummary): RelearningSubject => {
    if (summary.imported) {
      throw new DialogramError(
        'INVALID',
        'This automaton was imported without the dialogues it was learned from.',
        { value: String(summary.id), nextStep: 'Learn an automaton from the dialogues of this project.' },
      );
    }
    if ('heldOutShare' in summary.params) {
      throw new DialogramError(
        'INVALID',
        'This automaton belongs to a comparison and cannot be learned again on its own.',
        {
          value: String(summary.id),
          nextStep: 'Choose an automaton that was learned from all dialogues.',
        },
      );
    }
    const { learner, run: _, where, states, ...others } = learnInputSchema.parse(summary.params);
    const options = { ...others, states: states ?? summary.report.size?.states ?? USUAL_STATES };
    const tagging = requireTaggingRun(database, summary.taggingRun);
    return {
      base: summary.id,
      run: tagging.id,
      tagger: tagging.tagger,
      learner,
      where,
      options,
    };
  };

  const overviewOf = (asked: RunId | null) => {
    const summary = automatonSummary(database, asked);
    const subject = subjectOf(summary);
    if (subject.learner !== 'overview') {
      throw new DialogramError('INVALID', 'The number of states can be changed only in an overview.', {
        value: summary.learner,
        nextStep: 'Learn an overview from the same tags.',
      });
    }
    return { summary, subject };
  };
  const questionOf = ({ automaton, states }: AskedSize) => {
    const { summary, subject } = overviewOf(automaton);
    const { size = null } = summary.report;
    const measured = size?.sizes.find((one) => one.states === states)?.reach;
    const reach =
      size && measured
        ? { policies: [measured], heldOut: size.heldOut, learnedFrom: size.learnedFrom }
        : null;
    return {
      summary,
      question: { subject: { ...subject, options: { ...subject.options, states } }, reach },
      /** Completes the learner's report with the facts on this size. */
      completed: ({ report, warnings, advice, seconds }: ReportedSize): Omit<LearnResult, 'automaton'> => ({
        ...report,
        warnings: [...warnings],
        advice: [...advice],
        seconds,
        learningSeconds: seconds,
        peakMb: process.resourceUsage().maxRSS / 1024,
        reach: reach && { heldOutShare: HELD_OUT_SHARE, ...reach },
        size,
      }),
    };
  };

  return {
    async prepareSizes(automaton: RunId | null) {
      const { subject } = overviewOf(automaton);
      return thread.ask('prepare', { subject });
    },
    async previewSize(asked: AskedSize) {
      const { summary, question, completed } = questionOf(asked);
      const { graph, stateAfter, ...reported } = await thread.ask('preview', question);
      const { stale: _, params, ...origin } = summary;
      const report = completed(reported);
      return {
        graph: { summary: { ...origin, params: { ...params, states: asked.states }, report }, ...graph },
        stateAfter: [...stateAfter],
      };
    },
    async resize(asked: AskedSize) {
      const { summary, question, completed } = questionOf(asked);
      const { stateAfter, parts, dialogueIds, corpusVersion, editVersion, ...reported } = await thread.ask(
        'resize',
        question,
      );
      const automaton = keepLiveAutomaton(
        database,
        { ...summary.params, states: asked.states },
        { taggingRun: question.subject.run, parts, dialogueIds, corpusVersion, editVersion },
        completed(reported),
      );
      return { automaton, stateAfter: [...stateAfter] };
    },
    /** @returns also whether the automaton was marked as outdated although nothing changed */
    async relearn(input: RelearnInput) {
      const asked = performance.now();
      const summary = automatonSummary(database, input.automaton);
      const subject = subjectOf(summary);
      const answer = await thread.ask('compare', { kind: 'relearn', subject, wantsParts: input.keep });
      const { consequence, isEqual, learned, corpusVersion, editVersion, dialogueIds } = answer;
      let automaton: RunId | null = null;
      let isConfirmed = false;
      if (isEqual) {
        isConfirmed = confirmAutomaton(database, summary.id, { corpusVersion, editVersion });
        // The same automaton may follow a different share of the changed dialogues.
        if (isConfirmed) completeResult(database, summary.id, { reach: null });
      } else if (learned) {
        const report: Omit<LearnResult, 'automaton'> = {
          ...learned.report,
          warnings: [...learned.warnings],
          advice: [],
          seconds: consequence.timings.total / 1000,
          learningSeconds: (consequence.timings.tree + consequence.timings.merging) / 1000,
          peakMb: process.resourceUsage().maxRSS / 1024,
          reach: null,
          size: summary.report.size ?? null,
        };
        const { parts } = learned;
        const from = { taggingRun: subject.run, corpusVersion, editVersion, parts, dialogueIds };
        automaton = keepLiveAutomaton(database, summary.params, from, report);
      }
      return {
        isConfirmed,
        result: {
          ...consequence,
          base: summary.id,
          automaton,
          stateAfter: answer.stateAfter && [...answer.stateAfter],
          reach: { before: summary.report.reach ?? null, after: consequence.reach.after },
          timings: { ...consequence.timings, total: performance.now() - asked },
        },
      };
    },
    /** Measures an automaton that a change made, on unseen dialogues. */
    async measure(asked: RunId | null) {
      const summary = automatonSummary(database, asked);
      const { reach, advice } = summary.report;
      const origin = automatonOrigin(database, summary.id);
      const isComparison = 'heldOutShare' in summary.params;
      if (reach !== null || summary.imported || isComparison || !origin) return { reach, advice };
      const { corpusVersion, editVersion } = origin;
      const subject = subjectOf(summary);
      const answer = await thread.ask('measure', { subject, corpusVersion, editVersion });
      if (!answer) return { reach, advice };
      const measured = { reach: answer.reach, advice: [...answer.advice] };
      completeResult(database, summary.id, measured);
      return measured;
    },
    async impact(input: ImpactInput) {
      const asked = performance.now();
      const subject = subjectOf(automatonSummary(database, input.automaton));
      const { changes } = input;
      const { consequence, turns } = await thread.ask('compare', {
        kind: 'impact',
        subject,
        changes,
        decision: null,
      });
      return {
        ...consequence,
        turns,
        timings: { ...consequence.timings, total: performance.now() - asked },
      };
    },
    /** Returns the effect of a hypothetical decision, and sentences about why it could not be applied. */
    async impactOfDecision(automaton: RunId | null, decision: MergeDecision) {
      const subject = subjectOf(automatonSummary(database, automaton));
      return await thread.ask('compare', { kind: 'impact', subject, changes: [], decision });
    },
    close: () => thread.close(),
  };
}

export const relearning = projectService(createRelearning, (made) => made.close());
