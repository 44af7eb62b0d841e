import { z } from 'zod';
import { MOST_FINDINGS } from '#shared/algorithms/findings/find.ts';
import {
  type DecidedFinding,
  type FindingDecision,
  findingsContract,
  type ShownFinding,
  shownFindingSchema,
} from '#shared/contract/findings.ts';
import { commitEdit, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { keepResult, readKept } from '../../store/corpus/dialogue-fields.ts';
import { findingDecisions } from '../../store/edits/picture/document-tables.ts';
import { parseJson } from '../../store/statements.ts';
import { findings, subjectOf } from '../../workers/findings.ts';
import { listDialogues } from '../filters/index.ts';
import { type FindingsSubject, findingsState } from './find-findings.ts';

const KIND = 'finding';
const UNDECIDED: FindingDecision = { pinned: false, dismissed: false, wording: null };

export const feature = defineFeature({
  contract: findingsContract,
  methods: {
    list: async ({ input, project }) => {
      const subject = subjectOf(project, input);
      const decisions = new Map(findingDecisions.list(project.database).map((one) => [one.finding, one]));
      const { ranked, ...counts } = await keptOrFound(project, subject, [...decisions.keys()]);
      const decided = ranked.map(
        (finding: ShownFinding): DecidedFinding => ({
          ...finding,
          decision: decisions.get(finding.id) ?? UNDECIDED,
        }),
      );
      const open = decided.filter(({ decision }) => !decision.dismissed);
      const pinned = open.filter(({ decision }) => decision.pinned);
      const others = open.filter(({ decision }) => !decision.pinned);
      return {
        automaton: subject.automaton,
        ...counts,
        findings: [...pinned, ...others].slice(0, Math.max(MOST_FINDINGS, pinned.length)),
        dismissed: decided.filter(({ decision }) => decision.dismissed),
      };
    },
    answer: ({ input: { question, ...asked }, project }) =>
      project.use(findings).ask('answer', { subject: subjectOf(project, asked), question }),
    dialogues: async ({ input, project }) => {
      const { finding, question } = input;
      const subject = subjectOf(project, input);
      const dialogues = await project.use(findings).ask('dialogues', { subject, finding, question });
      const page = await listDialogues(project, dialogues, { ...input, where: '' });
      return { tracked: dialogues.length, ...page };
    },
    decide: ({ input: { finding, ...decision }, project, session }) => {
      const isDecided = decision.pinned || decision.dismissed || decision.wording !== null;
      const words = wordsOf(findingDecisions.find(project.database, finding) ?? UNDECIDED, decision);
      const change = findingDecisions.after(project.database, finding, isDecided ? decision : null);
      return commitEdit(editorOf(session), KIND, words, [change]);
    },
  },
  edits: { [KIND]: { topics: ['findings'], changesTags: 'never' } },
});

const keptSchema = z.object({
  dialogues: z.int(),
  of: z.int(),
  ranked: z.array(shownFindingSchema),
  wanted: z.array(z.string()),
});

/** Returns the stored findings if they are still valid; otherwise computes and stores them. */
async function keptOrFound(project: Project, subject: FindingsSubject, wanted: string[]) {
  const { database } = project;
  const find = () => project.use(findings).ask('list', { subject, wanted });
  if (subject.where !== '') return find();
  const state = findingsState(database, subject);
  const stored = readKept(database, 'findings', state);
  const kept = stored === null ? null : parseJson(keptSchema, stored);
  if (kept && wanted.every((id) => kept.wanted.includes(id))) return kept;
  const found = await find();
  try {
    if (state === findingsState(database, subject))
      keepResult(database, 'findings', state, JSON.stringify({ ...found, wanted }));
  } catch {
    // The project is closing or refuses writes. The next opening then computes the findings again.
  }
  return found;
}

function wordsOf(before: FindingDecision, after: FindingDecision): string {
  if (before.dismissed !== after.dismissed)
    return after.dismissed ? 'Dismiss a finding' : 'Show a finding again';
  if (before.pinned !== after.pinned) return after.pinned ? 'Pin a finding' : 'Unpin a finding';
  return after.wording ? 'Reword a finding' : 'Restore the original wording of a finding';
}
