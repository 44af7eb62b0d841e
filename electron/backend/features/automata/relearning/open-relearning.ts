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
import { openForReading, type ReadDatabase } from '../../../store/database.ts';
import { mergeDecisionsOf } from '../../../store/edits/picture/merge-decision-table.ts';
import { automatonOrigin, loadAutomaton } from '../../../store/runs/automaton-table.ts';
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

interface PreparingQuestion {
  readonly subject: RelearningSubject;
}

interface PreparedAnswer {
  readonly dialogues: number;
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
  readonly advice: readonly Advice[];
  /** The new number of each old state; -1 if the state is gone. */
  readonly stateAfter: Int32Array | null;
  readonly dialogueIds: Int32Array;
}

interface Learnt {
  readonly learned: LearnedAutomaton;
  readonly compared: KnownAutomaton;
  readonly rest: LearnedAutomaton;
  readonly whole: ReadRows;
  readonly reach: HeldOutReach;
  readonly dialogueIds: Int32Array;
  /** Milliseconds. */
  readonly timings: Pick<Consequence['timings'], 'corpus' | 'tree' | 'merging' | 'reach'>;
}

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
  const withLearned = performance.now();
  const { rest, ...reach } = measureHeldOutReach(learned, isHeldOutKey, before);
  return {
    learned,
    compared,
    rest,
    whole,
    reach: { heldOutShare: HELD_OUT_SHARE, ...reach },
    dialogueIds,
    timings: {
      corpus: withCorpus - started,
      tree: withTree - withCorpus,
      merging: withLearned - withTree,
      reach: performance.now() - withLearned,
    },
  };
}

const sizeOf = ({ structure, keys }: ComparedAutomaton) => ({
  states: structure.stateCount,
  transitions: structure.transitionTargets.length,
  dialogues: keys.length,
});

/** Learns with a project's current tags and keeps the data in memory for the next question. */
export function openRelearning(path: string) {
  let resident: { readonly key: string; readonly rows: ResidentRows } | null = null;
  let current:
    | (Omit<RowsNow, 'whole' | 'archivedNames'> & { readonly key: string; readonly learnt: Learnt })
    | null = null;
  let stored: { readonly base: RunId; readonly compared: KnownAutomaton } | null = null;

  /** The corpus from which pictures of any size are learned. */
  let whole: (ReturnType<typeof symbolCorpusOf> & { readonly key: string }) | null = null;

  const readNow = (database: ReadDatabase, { run, tagger }: RelearningSubject): RowsNow => {
    const key = JSON.stringify([run, tagger]);
    if (resident?.key !== key) {
      resident = { key, rows: createResidentRows(run, tagger) };
      current = null;
    }
    return resident.rows.now(database);
  };

  /** Returns the automaton to compare with: the last learned one if it fits, or the stored one. */
  const baseOf = (
    database: ReadDatabase,
    { base, learner }: RelearningSubject,
    key: string,
    rows: StoredTaggedRows,
  ): KnownAutomaton => {
    const origin = automatonOrigin(database, base);
    if (
      current?.key === key &&
      origin?.corpusVersion === current.corpusVersion &&
      origin.editVersion === current.editVersion
    ) {
      return current.learnt.compared;
    }
    if (stored?.base === base) return stored.compared;
    const { parts, dialogueIds } = loadAutomaton(database, base)!;
    const keys =
      whole && areEqualArrays(whole.dialogueIds, dialogueIds) ? whole.corpus.keys : keysOf(rows, dialogueIds);
    stored = { base, compared: comparedFromParts(learner, parts, keys) };
    return stored.compared;
  };

  const wholeNow = (database: ReadDatabase, subject: RelearningSubject) => {
    const { run, tagger, where } = subject;
    const { rows, corpusVersion, editVersion } = readNow(database, subject);
    const key = JSON.stringify([run, tagger, where, corpusVersion, editVersion]);
    if (whole?.key !== key) {
      const only = dialoguesWhere(database, where, { id: run, tagger });
      whole = { key, ...symbolCorpusOf(rows, only) };
    }
    return { rows, whole, corpusVersion, editVersion };
  };

  /** The last picture with a chosen size, which people usually keep. */
  let sized: {
    readonly key: string;
    readonly learned: LearnedOverview;
    readonly kept: KeptAutomaton;
  } | null = null;

  const learnSize = (database: ReadDatabase, { subject, reach }: ResizingQuestion) => {
    const started = performance.now();
    const { rows, whole: now, corpusVersion, editVersion } = wholeNow(database, subject);
    const key = JSON.stringify([now.key, subject.options]);
    if (sized?.key !== key) {
      const learned = learnOverview(now.corpus, subject.options);
      sized = { key, learned, kept: toKept(learned) };
    }
    const { learned, kept } = sized;
    const { stateAfter } = matchStates(baseOf(database, subject, '', rows), comparedOf(learned));
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

  const preview = (database: ReadDatabase, question: ResizingQuestion): PreviewedAnswer => {
    const { automaton, kept, advice, stateAfter, seconds } = learnSize(database, question);
    const { parts: _, ...rest } = kept;
    return { ...rest, graph: packGraph(createPaperView(automaton)), advice, stateAfter, seconds };
  };

  const resize = (database: ReadDatabase, question: ResizingQuestion): ResizedAnswer => {
    const { automaton: _, kept, ...answer } = learnSize(database, question);
    return { ...kept, ...answer };
  };

  /** Prepares the data for any size: reads the tags and learns the current picture. */
  const prepare = (database: ReadDatabase, { subject }: PreparingQuestion): PreparedAnswer => {
    preview(database, { subject, reach: { policies: [], heldOut: 0 } });
    return { dialogues: wholeNow(database, subject).whole.dialogueIds.length };
  };

  const compare = (database: ReadDatabase, question: ComparingQuestion): RelearningAnswer => {
    const started = performance.now();
    const { subject: asked } = question;
    const decisions = mergeDecisionsOf(database, asked.tagger);
    const subject = { ...asked, options: { ...asked.options, decisions } };
    const key = JSON.stringify([
      subject.run,
      subject.tagger,
      subject.learner,
      subject.where,
      subject.options,
    ]);
    const { rows, whole, archivedNames, corpusVersion, editVersion } = readNow(database, subject);
    const imagined =
      question.kind === 'impact' ? imagineChanges(whole, archivedNames, question.changes) : null;
    const base = question.kind === 'relearn' ? baseOf(database, subject, key, rows) : null;
    // Hypothetical tags do not change which dialogues a filter by tags selects.
    const only = dialoguesWhere(database, subject.where, { id: subject.run, tagger: subject.tagger });
    const reading = performance.now() - started;
    const isCurrent =
      current?.key === key && current.corpusVersion === corpusVersion && current.editVersion === editVersion;
    if (!isCurrent) {
      const known = current?.key === key ? current.learnt : null;
      current = { key, rows, corpusVersion, editVersion, learnt: learnRows(rows, only, subject, known) };
    }
    const now = current!.learnt;
    const decision = question.kind === 'impact' ? question.decision : null;
    const then = decision
      ? { ...subject, options: { ...subject.options, decisions: withDecision(decisions, decision) } }
      : subject;
    const after = imagined ? learnRows(imagined.rows, only, then, now) : now;
    const before = base ?? now.compared;
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
    const learned =
      question.kind === 'relearn' && question.wantsParts && !isEqual ? toKept(after.learned) : null;
    const comparing = performance.now() - learnedAt;
    // If an earlier question has learned this, learning took no time now.
    const isFresh = imagined !== null || !isCurrent;
    const spent = (milliseconds: number): number => (isFresh ? milliseconds : 0);
    return {
      consequence: {
        before: sizeOf(before),
        after: sizeOf(after.compared),
        difference,
        reach: { before: imagined ? now.reach : null, after: after.reach },
        retrieval,
        timings: {
          reading,
          corpus: spent(after.timings.corpus),
          tree: spent(after.timings.tree),
          merging: spent(after.timings.merging),
          difference: comparing,
          reach: spent(after.timings.reach),
          total: performance.now() - started,
        },
      },
      corpusVersion,
      editVersion,
      isEqual,
      turns: imagined?.turns ?? 0,
      unkept: decision ? unkeptOf(after.learned) : [],
      learned,
      advice: learned ? adviceOn(after.learned, after.reach) : [],
      stateAfter: learned ? stateAfter : null,
      dialogueIds: after.dialogueIds,
    };
  };

  /** Opens a connection for one question, so that none is open while the file is compacted. */
  const reading = <Answer>(read: (database: ReadDatabase) => Answer): Answer => {
    const database = openForReading(path);
    try {
      return read(database);
    } finally {
      database.close();
    }
  };

  return {
    prepare: (question: PreparingQuestion) => reading((database) => prepare(database, question)),
    preview: (question: ResizingQuestion) => reading((database) => preview(database, question)),
    resize: (question: ResizingQuestion) => reading((database) => resize(database, question)),
    compare: (question: ComparingQuestion) => reading((database) => compare(database, question)),
    close() {},
  };
}

/** For a deleted dialogue, the key is made from its neighbor's key. */
function keysOf(rows: StoredTaggedRows, dialogueIds: Int32Array): string[] {
  const keyOfId = new Map(Array.from(rows.dialogueIds, (id, at) => [id, rows.keys[at]]));
  const keys: string[] = [];
  for (const id of dialogueIds) keys.push(keyOfId.get(id) ?? `${keys[keys.length - 1] ?? ''}\u0000${id}`);
  return keys;
}
