import type { ReadRows } from '#shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { type ComparedAutomaton, matchStates } from '#shared/algorithms/automaton/difference/match-states.ts';
import { type Advice, adviceOn } from '#shared/algorithms/learning/advice.ts';
import {
  areEqual,
  areEqualArrays,
  comparedFromParts,
  comparedOf,
  type KnownAutomaton,
} from '#shared/algorithms/learning/compared.ts';
import { measureHeldOutReach } from '#shared/algorithms/learning/held-out-reach.ts';
import {
  type KeptAutomaton,
  type LearnedAutomaton,
  type LearnOptions,
  learn,
  toKept,
  unkeptOf,
} from '#shared/algorithms/learning/learn.ts';
import { type MergeDecision, withDecision } from '#shared/algorithms/merging/decisions.ts';
import { type LearnedOverview, learnOverview } from '#shared/algorithms/overview/learn-overview.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { Consequence, HeldOutReach, ImaginedChange } from '#shared/contract/relearning.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../../store/database.ts';
import { mergeDecisionsOf } from '../../../store/edits/picture/merge-decision-table.ts';
import { versionOf } from '../../../store/file/meta-table.ts';
import { automatonOrigin, loadAutomaton, packPaths } from '../../../store/runs/automaton-table.ts';
import { type StoredTaggedRows, symbolCorpusOf } from '../../../store/tags/learning-rows.ts';
import { createResidentRows, type ResidentRows, type RowsNow } from '../../../store/tags/resident-rows.ts';
import { dialoguesWhere } from '../../filters/index.ts';
import { createHeldOutKeys, HELD_OUT_SHARE } from '../../retrieval/index.ts';
import { createPaperView } from '../cache.ts';
import { packGraph } from '../drill-down.ts';
import { compareRetrieval, describeDifference } from './describe-difference.ts';
import { imagineChanges } from './imagine-changes.ts';

export interface RelearningSubject {
  readonly base: RunId;
  readonly run: RunId;
  readonly tagger: string;
  readonly learner: Learner;
  /** Filter for the dialogues; empty for all. */
  readonly where: string;
  readonly options: LearnOptions;
}

type ComparingQuestion =
  | { readonly kind: 'relearn'; readonly subject: RelearningSubject; readonly wantsParts: boolean }
  | {
      readonly kind: 'impact';
      readonly subject: RelearningSubject;
      readonly changes: readonly ImaginedChange[];
      /** A hypothetical decision; it replaces the existing one on the same states. */
      readonly decision: MergeDecision | null;
    };

interface ResizingQuestion {
  readonly subject: RelearningSubject;
  /** The reach of a picture of this size on unseen dialogues; null if it was not measured. */
  readonly reach: Parameters<typeof adviceOn>[1] | null;
}

interface MeasuringQuestion {
  readonly subject: RelearningSubject;
  /** The versions that the automaton was learned from. */
  readonly corpusVersion: number;
  readonly editVersion: number;
}

interface MeasuredAnswer {
  readonly reach: HeldOutReach;
  readonly advice: readonly Advice[];
}

export interface ReportedSize extends Pick<KeptAutomaton, 'report' | 'warnings'> {
  readonly advice: readonly Advice[];
  readonly seconds: number;
}

interface PreviewedAnswer extends ReportedSize {
  readonly graph: ReturnType<typeof packGraph>;
  readonly stateAfter: Int32Array;
}

interface ResizedAnswer extends ReportedSize, Pick<KeptAutomaton, 'parts'> {
  readonly stateAfter: Int32Array;
  readonly dialogueIds: Int32Array;
  readonly corpusVersion: number;
  readonly editVersion: number;
}

interface RelearningAnswer {
  readonly consequence: Consequence;
  readonly corpusVersion: number;
  readonly editVersion: number;
  /** True if nothing changed compared to the automaton before. */
  readonly isEqual: boolean;
  /** For hypothetical changes: the number of changed turns. */
  readonly turns: number;
  /** For a hypothetical decision: why it or another decision cannot be applied, as sentences. */
  readonly unkept: readonly string[];
  readonly learned: KeptAutomaton | null;
  /** The new number of each old state; -1 if the state is gone. */
  readonly stateAfter: Int32Array | null;
  readonly dialogueIds: Int32Array;
}

interface Learnt {
  readonly learned: LearnedAutomaton;
  readonly compared: KnownAutomaton;
  readonly whole: ReadRows;
  readonly dialogueIds: Int32Array;
  /** Measured on the first call, because a new picture does not wait for it. */
  reach(): HeldOutReach;
  /** The latest automaton learned to measure this or an earlier one; null if none was measured. */
  latestRest(): LearnedAutomaton | null;
  /** Milliseconds. */
  readonly timings: Pick<Consequence['timings'], 'corpus' | 'tree' | 'merging'>;
}

interface LearntNow extends Omit<RowsNow, 'whole' | 'archivedNames'> {
  /** The subject with the decisions of that time. */
  readonly key: string;
  readonly asked: string;
  readonly where: string;
  readonly learnt: Learnt;
}

const keyOf = ({ run, tagger, learner, where, options }: RelearningSubject): string =>
  JSON.stringify([run, tagger, learner, where, options]);

const isHeldOutKey = createHeldOutKeys();

function learnRows(
  rows: StoredTaggedRows,
  only: ReadonlySet<DialogueId> | null,
  subject: RelearningSubject,
  before: Learnt | null,
): Learnt {
  const started = performance.now();
  const { corpus, dialogueIds, whole } = symbolCorpusOf(rows, only, before?.whole);
  const withCorpus = performance.now();
  const begun: number[] = [];
  const onStage = () => begun.push(performance.now());
  const learned = learn(subject.learner, corpus, subject.options, onStage, before?.learned);
  const [, withTree = withCorpus] = begun;
  const compared = comparedOf(learned);
  const timings = {
    corpus: withCorpus - started,
    tree: withTree - withCorpus,
    merging: performance.now() - withTree,
  };
  let rest = before?.latestRest() ?? null;
  let reach: HeldOutReach | null = null;
  return {
    learned,
    compared,
    whole,
    dialogueIds,
    reach() {
      if (reach === null) {
        const { rest: now, ...measured } = measureHeldOutReach(learned, isHeldOutKey, rest && { rest });
        rest = now;
        reach = { heldOutShare: HELD_OUT_SHARE, ...measured };
      }
      return reach;
    },
    latestRest: () => rest,
    timings,
  };
}

const sizeOf = ({ structure, keys }: ComparedAutomaton) => ({
  states: structure.stateCount,
  transitions: structure.transitionTargets.length,
  dialogues: keys.length,
});

/** Learns with a project's current tags and keeps the data in memory for the next question. */
export function openRelearning(database: ReadDatabase) {
  let resident: { readonly key: string; readonly rows: ResidentRows } | null = null;
  let current: LearntNow | null = null;
  /** The last result that replaced a picture. It can still be measured after further edits. */
  let lastKept: LearntNow | null = null;
  let stored: { readonly base: RunId; readonly compared: KnownAutomaton } | null = null;

  /** The corpus from which pictures of any size are learned. */
  let whole: (ReturnType<typeof symbolCorpusOf> & { readonly key: string }) | null = null;

  const readNow = ({ run, tagger }: RelearningSubject): RowsNow => {
    const key = JSON.stringify([run, tagger]);
    if (resident?.key !== key) {
      resident = { key, rows: createResidentRows(run, tagger) };
      current = null;
      lastKept = null;
    }
    return resident.rows.now(database);
  };

  /** Learns with the current tags, unless this was the last question too. */
  const learnNow = (asked: RelearningSubject) => {
    const started = performance.now();
    const decisions = mergeDecisionsOf(database, asked.tagger);
    const subject = { ...asked, options: { ...asked.options, decisions } };
    const key = keyOf(subject);
    const { rows, whole, archivedNames, corpusVersion, editVersion } = readNow(subject);
    // Hypothetical tags do not change which dialogues a filter by tags selects.
    const only = dialoguesWhere(database, subject.where, { id: subject.run, tagger: subject.tagger });
    const reading = performance.now() - started;
    const before = current;
    const isCurrent =
      before?.key === key && before.corpusVersion === corpusVersion && before.editVersion === editVersion;
    const now = isCurrent
      ? before
      : {
          key,
          asked: keyOf(asked),
          where: subject.where,
          rows,
          corpusVersion,
          editVersion,
          learnt: learnRows(rows, only, subject, before?.key === key ? before.learnt : null),
        };
    current = now;
    return { subject, before, now, isCurrent, rows, whole, archivedNames, only, reading };
  };

  /** Returns the automaton to compare with: the last learned one if it fits, or the stored one. */
  const baseOf = (
    { base, learner }: RelearningSubject,
    last: LearntNow | null,
    rows: StoredTaggedRows,
  ): KnownAutomaton => {
    const origin = automatonOrigin(database, base);
    if (
      last !== null &&
      origin?.corpusVersion === last.corpusVersion &&
      origin.editVersion === last.editVersion
    ) {
      return last.learnt.compared;
    }
    if (stored?.base === base) return stored.compared;
    const { parts, dialogueIds } = loadAutomaton(database, base)!;
    const keys =
      whole && areEqualArrays(whole.dialogueIds, dialogueIds) ? whole.corpus.keys : keysOf(rows, dialogueIds);
    stored = { base, compared: comparedFromParts(learner, parts, keys) };
    return stored.compared;
  };

  const wholeNow = (subject: RelearningSubject) => {
    const { run, tagger, where } = subject;
    const { rows, corpusVersion, editVersion } = readNow(subject);
    const key = JSON.stringify([run, tagger, where, corpusVersion, editVersion]);
    const isCurrent = current?.corpusVersion === corpusVersion && current.editVersion === editVersion;
    const learnt = isCurrent ? current!.learnt : null;
    if (whole?.key !== key && learnt && current!.where === where) {
      whole = { key, corpus: learnt.learned.corpus, dialogueIds: learnt.dialogueIds, whole: learnt.whole };
    } else if (whole?.key !== key) {
      const only = dialoguesWhere(database, where, { id: run, tagger });
      whole = { key, ...symbolCorpusOf(rows, only) };
    }
    const picture = current?.asked === keyOf(subject) ? learnt?.learned : null;
    return { rows, whole, picture, corpusVersion, editVersion };
  };

  /** The last picture with a chosen size, which people usually keep. */
  let sized: {
    readonly key: string;
    readonly learned: LearnedOverview;
    readonly kept: KeptAutomaton;
  } | null = null;

  const learnSize = ({ subject, reach }: ResizingQuestion) => {
    const started = performance.now();
    const { rows, whole: now, picture, corpusVersion, editVersion } = wholeNow(subject);
    const key = JSON.stringify([now.key, subject.options]);
    if (sized?.key !== key) {
      const learned = picture?.learner === 'overview' ? picture : learnOverview(now.corpus, subject.options);
      sized = { key, learned, kept: toKept(learned) };
    }
    const { learned, kept } = sized;
    const { stateAfter } = matchStates(baseOf(subject, null, rows), comparedOf(learned));
    return {
      automaton: learned.automaton,
      kept,
      advice: reach ? adviceOn(learned, reach) : [],
      stateAfter,
      dialogueIds: now.dialogueIds,
      corpusVersion,
      editVersion,
      seconds: (performance.now() - started) / 1000,
    };
  };

  const preview = (question: ResizingQuestion): PreviewedAnswer => {
    const { automaton, kept, advice, stateAfter, seconds } = learnSize(question);
    const { parts: _, ...rest } = kept;
    return { ...rest, graph: packGraph(createPaperView(automaton)), advice, stateAfter, seconds };
  };

  const resize = (question: ResizingQuestion): ResizedAnswer => {
    const { automaton: _, kept, ...answer } = learnSize(question);
    return { ...kept, ...answer };
  };

  /** Prepares the data for any size and for edits: reads the tags and learns the current picture. */
  const prepare = ({ subject }: { readonly subject: RelearningSubject }) => {
    learnNow(subject);
    preview({ subject, reach: { policies: [], heldOut: 0 } });
    return { dialogues: wholeNow(subject).whole.dialogueIds.length };
  };

  const compare = (question: ComparingQuestion): RelearningAnswer => {
    const started = performance.now();
    const learning = learnNow(question.subject);
    const { subject, now, isCurrent, rows, only, reading } = learning;
    const imagined =
      question.kind === 'impact'
        ? imagineChanges(learning.whole, learning.archivedNames, question.changes)
        : null;
    const last = learning.before?.key === now.key ? learning.before : null;
    const base = question.kind === 'relearn' ? baseOf(subject, last, rows) : null;
    const decision = question.kind === 'impact' ? question.decision : null;
    const then = decision
      ? {
          ...subject,
          options: { ...subject.options, decisions: withDecision(subject.options.decisions, decision) },
        }
      : subject;
    let reaching = 0;
    const reachOf = (learnt: Learnt): HeldOutReach => {
      const begun = performance.now();
      const reach = learnt.reach();
      reaching += performance.now() - begun;
      return reach;
    };
    const reachBefore = imagined ? reachOf(now.learnt) : null;
    const after = imagined ? learnRows(imagined.rows, only, then, now.learnt) : now.learnt;
    const before = base ?? now.learnt.compared;
    const learnedAt = performance.now();
    const { difference, stateAfter } = describeDifference(before, after.compared, after.dialogueIds);
    const isEqual = areEqual(before, after.compared);
    const retrieval = compareRetrieval(
      database,
      subject.learner,
      before,
      after.compared,
      rows,
      difference.dialogues.first,
      isHeldOutKey,
    );
    const wantsParts = question.kind === 'relearn' && question.wantsParts;
    if (wantsParts) lastKept = now;
    const kept = wantsParts && !isEqual ? toKept(after.learned) : null;
    const learned = kept && { ...kept, parts: packPaths(kept.parts) };
    const comparing = performance.now() - learnedAt;
    const reachAfter = wantsParts ? null : reachOf(after);
    // If an earlier question has learned this, learning took no time now.
    const isFresh = imagined !== null || !isCurrent;
    const spent = (milliseconds: number): number => (isFresh ? milliseconds : 0);
    return {
      consequence: {
        before: sizeOf(before),
        after: sizeOf(after.compared),
        difference,
        reach: { before: reachBefore, after: reachAfter },
        retrieval,
        timings: {
          reading,
          corpus: spent(after.timings.corpus),
          tree: spent(after.timings.tree),
          merging: spent(after.timings.merging),
          difference: comparing,
          reach: reaching,
          total: performance.now() - started,
        },
      },
      corpusVersion: now.corpusVersion,
      editVersion: now.editVersion,
      isEqual,
      turns: imagined?.turns ?? 0,
      unkept: decision ? unkeptOf(after.learned) : [],
      learned,
      stateAfter: learned ? stateAfter : null,
      dialogueIds: after.dialogueIds,
    };
  };

  /** Returns null if the automaton was learned from tags that have changed since and are no longer in memory. */
  const measure = (question: MeasuringQuestion): MeasuredAnswer | null => {
    const { subject, corpusVersion, editVersion } = question;
    const asked = keyOf(subject);
    const isMeant = (one: LearntNow | null): boolean =>
      one?.asked === asked && one.corpusVersion === corpusVersion && one.editVersion === editVersion;
    const isStale =
      versionOf(database, 'corpus_version') !== corpusVersion ||
      versionOf(database, 'edit_version') !== editVersion;
    const known = [current, lastKept].find(isMeant) ?? (isStale ? null : learnNow(subject).now);
    if (!known) return null;
    const { learnt } = known;
    const reach = learnt.reach();
    return { reach, advice: adviceOn(learnt.learned, reach) };
  };

  return { prepare, preview, resize, measure, compare };
}

/** For a deleted dialogue, the key is made from its neighbor's key. */
function keysOf(rows: StoredTaggedRows, dialogueIds: Int32Array): string[] {
  const keyOfId = new Map(Array.from(rows.dialogueIds, (id, at) => [id, rows.keys[at]]));
  const keys: string[] = [];
  for (const id of dialogueIds) keys.push(keyOfId.get(id) ?? `${keys[keys.length - 1] ?? ''}\u0000${id}`);
  return keys;
}
