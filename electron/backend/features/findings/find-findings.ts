import { answer } from '#shared/algorithms/findings/answers.ts';
import { type LitPaths, litBy, type RankedFinding } from '#shared/algorithms/findings/corpus.ts';
import { deviationFrom, type NamedReference } from '#shared/algorithms/findings/deviations.ts';
import { type Findings, findAll, findingsNamed } from '#shared/algorithms/findings/find.ts';
import type { FindingQuestionInput, ShownFinding } from '#shared/contract/findings.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { turnTimes } from '../../store/corpus/dialogue-fields.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { listFlows } from '../../store/edits/designs/flow-table.ts';
import { shownSymbols } from '../../store/runs/shown-symbols.ts';
import type { StoredTaggedRows } from '../../store/tags/learning-rows.ts';
import { residentRowsOf } from '../../store/tags/resident-rows.ts';
import { createAutomatonCache } from '../automata/index.ts';
import { dialogueFacts, dialoguesWhere, factsState } from '../filters/index.ts';
import { openReference } from '../fitness/index.ts';

export interface FindingsSubject {
  readonly run: RunId;
  readonly tagger: string;
  readonly where: string;
  readonly automaton: RunId | null;
}

interface CachedFindings {
  readonly state: string;
  readonly rows: StoredTaggedRows;
  readonly findings: Findings;
}

/** Time limit in ms for comparing dialogues with flows. */
const FLOWS_MS = 600;
/** Time limit in ms for a question about deviations. */
const ANSWER_MS = 10_000;
/** The share of dialogues whose paths count as usual. Deviations uses the same share. */
const USUAL_SHARE = 0.5;

/** Version of the findings. Increase it when findings are computed or worded differently, to discard stored ones. */
const FORM = 11;
const NOTHING_LIT = { states: [], transitions: [], ends: [] };

/** Returns a key of everything that the findings depend on. */
export function findingsState(
  database: ReadDatabase,
  { run, tagger, where, automaton }: FindingsSubject,
): string {
  return JSON.stringify([
    FORM,
    run,
    tagger,
    where,
    automaton,
    shownSymbols(database, run).automaton,
    factsState(database, { id: run, tagger }),
    listFlows(database),
  ]);
}

export const openFindings = (database: ReadDatabase) => {
  const automata = createAutomatonCache(database);
  let kept: CachedFindings | null = null;

  const find = (asked: FindingsSubject): CachedFindings => {
    const { run, tagger, where } = asked;
    const state = findingsState(database, asked);
    if (kept?.state === state) return kept;
    const { rows } = residentRowsOf(database, run, tagger).now(database);
    const { fields } = dialogueFacts(database, { id: run, tagger });
    const only = dialoguesWhere(database, where, { id: run, tagger });
    const subject = {
      rows,
      shown: shownSymbols(database, run).symbols,
      fields,
      times: turnTimes(database, rows.dialogueIds),
      isTaken: (dialogue: number): boolean => only?.has(rows.dialogueIds[dialogue] as DialogueId) ?? true,
    };
    const flows = flowsOf(rows, run, tagger);
    kept = { state, rows, findings: findAll(subject, (corpus) => ofFlows(corpus, flows)) };
    return kept;
  };

  const flowsOf = (rows: StoredTaggedRows, id: RunId, tagger: string): NamedReference[] =>
    listFlows(database).flatMap(({ name, draft }) => {
      try {
        const { reference, log } = openReference(
          database,
          rows,
          { kind: 'flow', flow: name },
          { id, tagger },
        );
        const own = ownDialogues(draft?.source.where ?? '', { id, tagger });
        const isOwn = (dialogue: number): boolean =>
          own?.has(rows.dialogueIds[dialogue] as DialogueId) ?? true;
        return { reference, log, name: `the flow “${name}”`, ...(own && { isOwn }) };
      } catch {
        // Dialogues cannot be compared with a flow that has no labels, or too many states.
        return [];
      }
    });

  /** A flow's source is a filter, or the name of a task or domain. Null means all dialogues. */
  const ownDialogues = (
    where: string,
    run: { readonly id: RunId; readonly tagger: string },
  ): ReadonlySet<DialogueId> | null => {
    if (where.trim() === '' || /[=<>]/.test(where)) return dialoguesWhere(database, where, run);
    const tasks = dialogueFacts(database, run).fields.filter(({ name }) => /^(?:task|domain)s?$/i.test(name));
    const named = tasks.map(({ name }) =>
      dialoguesWhere(database, `${name} = ${JSON.stringify(where)}`, run),
    );
    return named.find((ids) => ids !== null && ids.size > 0) ?? new Set();
  };

  const deviations = (
    { rows, findings: { corpus } }: CachedFindings,
    { run, tagger }: FindingsSubject,
  ): RankedFinding[] => {
    const until = performance.now() + ANSWER_MS;
    const goesOn = (): boolean => performance.now() < until;
    const flows = ofFlows(corpus, flowsOf(rows, run, tagger), goesOn);
    if (flows.length > 0) return flows;
    const usual = { kind: 'variants', cover: USUAL_SHARE, among: '' } as const;
    const { reference, log } = openReference(database, rows, usual, { id: run, tagger });
    return (
      deviationFrom(corpus, { reference, log, name: 'the most common paths', covers: true }, goesOn)?.found ??
      []
    );
  };

  const pathsOf = (asked: RunId | null, ids: Int32Array): LitPaths | null => {
    if (asked === null) return null;
    const { view, imported, indexOf } = automata.load(asked);
    if (imported || view.paths === null) return null;
    const { pathOffsets, pathStates, pathTurns } = view.paths;
    const indexOfDialogue = (dialogue: number) => indexOf(ids[dialogue] as DialogueId);
    return { pathOffsets, pathStates, pathTurns, indexOf: indexOfDialogue };
  };

  const shown = (
    all: readonly RankedFinding[],
    { rows }: CachedFindings,
    { automaton }: FindingsSubject,
  ): ShownFinding[] => {
    const paths = pathsOf(automaton, rows.dialogueIds);
    return all.map(({ evidence, weight: _, ...found }) => {
      const { states, transitions, ends } = paths ? litBy(evidence, paths) : NOTHING_LIT;
      const lit = { states: [...states], transitions: [...transitions], ends: [...ends] };
      return { ...found, lit };
    });
  };

  const answered = (now: CachedFindings, subject: FindingsSubject, question: FindingQuestionInput) => {
    if (question.kind !== 'deviation') return answer(now.findings, question);
    const found = deviations(now, subject);
    const remark =
      'Comparing the dialogues with a flow or the most common paths took too long. To see this comparison, open Deviations.';
    return { found, remark: found.length === 0 ? remark : null };
  };

  return {
    list({ subject, wanted }: { subject: FindingsSubject; wanted: readonly string[] }) {
      const now = find(subject);
      const { ranked, corpus } = now.findings;
      const told = new Set(ranked.map(({ id }) => id));
      const more = findingsNamed(
        now.findings,
        wanted.filter((id) => !told.has(id)),
      );
      return {
        dialogues: corpus.taken.length,
        of: now.rows.keys.length,
        ranked: shown([...ranked, ...more], now, subject),
      };
    },
    answer({ subject, question }: { subject: FindingsSubject; question: FindingQuestionInput }) {
      const now = find(subject);
      const { found, remark } = answered(now, subject, question);
      return { findings: shown(found, now, subject), remark };
    },
    dialogues({
      subject,
      finding,
      question,
    }: {
      subject: FindingsSubject;
      finding: string;
      question: FindingQuestionInput | null;
    }): DialogueId[] {
      const now = find(subject);
      const all = question ? answered(now, subject, question).found : findingsNamed(now.findings, [finding]);
      const dialogues = all.find(({ id }) => id === finding)?.evidence.dialogues ?? [];
      return dialogues.map((dialogue) => now.rows.dialogueIds[dialogue] as DialogueId);
    },
  };
};

/** Returns findings about the flows that fit best, because dialogues about other topics always deviate from a flow. */
function ofFlows(
  corpus: Findings['corpus'],
  flows: readonly NamedReference[],
  goesOn?: () => boolean,
): RankedFinding[] {
  const until = performance.now() + FLOWS_MS;
  const compared = flows.flatMap(
    (flow) => deviationFrom(corpus, flow, goesOn ?? (() => performance.now() < until)) ?? [],
  );
  return compared.sort((a, b) => b.fitness - a.fitness)[0]?.found ?? [];
}
