import type { AccessPath, MergeDecision } from '#shared/algorithms/merging/decisions.ts';
import { describeDecision } from '#shared/algorithms/merging/describe-decision.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type DecideInput,
  mergeDecisionsContract,
  type StatedDecision,
} from '#shared/contract/merge-decisions.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/author.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { EditEffect } from '../../store/edits/log/edit-kinds.ts';
import {
  listMergeDecisions,
  type MergeDecisionChange,
  mergeDecisionChange,
  mergeDecisionsOf,
  type StoredDecision,
  storedPath,
} from '../../store/edits/picture/merge-decision-table.ts';
import { chosen, type PurgedTables } from '../../store/purge/purge-rules.ts';
import {
  automatonCache,
  automatonSummary,
  type LoadedAutomaton,
  relearning,
  requireTracked,
} from '../automata/index.ts';
import { evidenceOf, listCandidates } from './candidates.ts';
import { commonestWay, requireState } from './commonest-way.ts';

const tables = {
  merge_decisions: chosen(
    'Those go that speak of a tag that goes.',
    'edit_id tagger left_path right_path',
    'kind',
  ),
} satisfies PurgedTables;

/** An automaton that was learned before is no longer what learning would give. */
const DECIDES: EditEffect = { topics: ['automata', 'project'], changesTags: 'always' };

export const feature = defineFeature({
  contract: mergeDecisionsContract,
  methods: {
    list: ({ project }) => listMergeDecisions(project.database).map(stated),
    decide: ({ input, project, session }) =>
      decided(editorOf(session, input.reason), input.kind, meant(project, input)),
    preview: async ({ input, project }) => {
      const { kind, automaton } = input;
      const { left, right } = meant(project, input);
      const decision: MergeDecision =
        kind === 'pin' || right === null ? { kind: 'pin', left } : { kind, left, right };
      const { consequence, unkept } = await project.use(relearning).impactOfDecision(automaton, decision);
      return { ...consequence, unkept: [...unkept] };
    },
    candidates: ({ input: { automaton, ...asked }, project }) => {
      const loaded = requireMerged(project, automaton);
      const { tagger } = automatonSummary(project.database, loaded.run);
      const items = listCandidates(loaded, mergeDecisionsOf(project.database, tagger), asked);
      return { automaton: loaded.run, items };
    },
    evidence: ({ input: { automaton, left, right }, project }) => {
      const loaded = requireMerged(project, automaton);
      for (const state of [left, right]) requireState(loaded.view, state);
      return evidenceOf(project.database, loaded, left, right);
    },
    remove: ({ input, project, session }) => {
      const row = listMergeDecisions(project.database).find(({ id }) => id === input.id);
      if (row) {
        const { tagger, left, right } = row;
        return commit(editorOf(session, input.reason), `Forget: ${stated(row).words}`, {
          tagger,
          left,
          right,
          after: null,
        });
      }
      throw new DialogramError('NOT_FOUND', `There is no decision ${input.id}.`, {
        value: String(input.id),
        nextStep: 'List the decisions to find the right one.',
      });
    },
  },
  tables,
  edits: { 'decide-merge': DECIDES },
});

function stated({ id, tagger, decision, author, at, reason }: StoredDecision): StatedDecision {
  const right = decision.kind === 'pin' ? null : [...decision.right];
  const words = `${describeDecision(decision)}.`;
  return { id, tagger, kind: decision.kind, left: [...decision.left], right, words, author, at, reason };
}

/** Returns an automaton with merged states, or throws. */
function requireMerged(project: Project, automaton: RunId | null): LoadedAutomaton {
  const loaded = requireTracked(project.use(automatonCache).load(automaton));
  const { learner } = loaded;
  if (learner === 'paper' || learner === 'merging') return loaded;
  throw new DialogramError('INVALID', `This automaton does not merge states (${learner}).`, {
    value: learner,
    nextStep: 'Choose an automaton that was learned as in the paper or by merging.',
  });
}

interface Meant {
  readonly tagger: string;
  readonly left: AccessPath;
  /** Null for a state that is kept as it is. */
  readonly right: AccessPath | null;
}

/** The states of a decision, as their paths from the start. */
function meant(project: Project, { kind, automaton, left, right }: Omit<DecideInput, 'reason'>): Meant {
  const pathOf = (state: number | AccessPath): AccessPath =>
    typeof state === 'number' ? commonestWay(requireMerged(project, automaton).view, state) : state;
  if ((kind === 'pin') !== (right === null)) {
    throw new DialogramError(
      'INVALID',
      kind === 'pin' ? 'Only one state can be kept as it is.' : `You need two states to ${kind} them.`,
      {
        place: 'right',
        value: kind,
        nextStep: 'Name two states to merge or to keep apart, or one to keep as it is.',
      },
    );
  }
  const paths = { left: pathOf(left), right: right === null ? null : pathOf(right) };
  if (paths.right !== null) requireApart(paths.left, paths.right);
  return { tagger: automatonSummary(project.database, automaton).tagger, ...paths };
}

function decided(by: Editor, kind: StatedDecision['kind'], { tagger, left, right }: Meant): EditOutcome {
  const { database } = by.project;
  const decision = kind === 'pin' || right === null ? { kind: 'pin' as const, left } : { kind, left, right };
  return commit(by, `${describeDecision(decision)}.`, {
    tagger,
    left: requirePath(database, left),
    right: right === null ? null : requirePath(database, right),
    after: { kind },
  });
}

function commit(
  by: Editor,
  description: string,
  of: Pick<MergeDecisionChange, 'tagger' | 'left' | 'right' | 'after'>,
): EditOutcome {
  const change = mergeDecisionChange(by.project.database, of);
  return commitEdit(by, 'decide-merge', description, change === null ? [] : [change]);
}

function requireApart(left: AccessPath, right: AccessPath): void {
  const isSame = JSON.stringify(left) === JSON.stringify(right);
  if (!isSame && left.at(-1)?.role === right.at(-1)?.role) return;
  throw new DialogramError(
    'INVALID',
    isSame
      ? 'Both are the same state.'
      : 'A state after the customer and one after the agent are never merged.',
    { place: 'right', nextStep: 'Choose two states after the same role.' },
  );
}

function requirePath(database: ReadDatabase, path: AccessPath): MergeDecisionChange['left'] {
  const stored = storedPath(database, path);
  if (stored) return stored;
  throw new DialogramError('INVALID', 'A tag on the path to this state is no longer in the vocabulary.', {
    value: path.map(({ tag }) => tag).join(', '),
    nextStep: 'Learn the automaton again, then choose the state in it.',
  });
}
