import type { AccessPath } from '#shared/algorithms/merging/decisions.ts';
import { describeDecision } from '#shared/algorithms/merging/describe-decision.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { mergeDecisionsContract, type StatedDecision } from '#shared/contract/merge-decisions.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import { editorOf } from '../../editing/author.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { EditEffect } from '../../store/edits/edit-kinds.ts';
import {
  listMergeDecisions,
  type MergeDecisionChange,
  mergeDecisionChange,
  type StoredDecision,
  storedPath,
} from '../../store/edits/merge-decision-table.ts';
import { chosen, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { automatonCache, automatonSummary } from '../automata/index.ts';
import { commonestWay } from './commonest-way.ts';

const tables = {
  merge_decisions: chosen(
    'Those go that speak of a tag that goes.',
    ['edit_id', 'tagger', 'left_path', 'right_path'],
    ['kind'],
  ),
} satisfies PurgedTables;

/** An automaton that was learned before is no longer what learning would give. */
const DECIDES: EditEffect = { topics: ['automata', 'project'], changesTags: 'always' };

export const feature = defineFeature({
  contract: mergeDecisionsContract,
  methods: {
    list: ({ project }) => listMergeDecisions(project.database).map(stated),
    decide: ({ input, project, session }) => {
      const { kind, automaton, left, right, reason } = input;
      const { database } = project;
      const pathOf = (state: number | AccessPath): AccessPath => {
        if (typeof state !== 'number') return state;
        const { view, learner } = project.use(automatonCache).load(automaton);
        if (learner === 'paper' || learner === 'merging') return commonestWay(view, state);
        throw new DialogramError(
          'INVALID',
          `The states of this automaton are not merged ones (${learner}).`,
          {
            value: learner,
            nextStep: 'Choose an automaton that was learned as in the paper or by merging.',
          },
        );
      };
      if ((kind === 'pin') !== (right === null)) {
        throw new DialogramError(
          'INVALID',
          kind === 'pin' ? 'A state is kept as it is by itself.' : `To ${kind} takes two states.`,
          { place: 'right', value: kind, nextStep: 'Give two states to merge or never merge, one to keep.' },
        );
      }
      const paths = [left, ...(right === null ? [] : [right])].map(pathOf);
      return decided(editorOf(session, reason), kind, {
        tagger: automatonSummary(database, automaton).tagger,
        paths,
      });
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
        nextStep: 'List the decisions to see which there are.',
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

function decided(
  by: Editor,
  kind: StatedDecision['kind'],
  { tagger, paths: [left = [], right] }: { readonly tagger: string; readonly paths: readonly AccessPath[] },
): EditOutcome {
  if (right !== undefined) requireApart(left, right);
  const { database } = by.project;
  const decision =
    kind === 'pin' || right === undefined ? { kind: 'pin' as const, left } : { kind, left, right };
  return commit(by, `${describeDecision(decision)}.`, {
    tagger,
    left: requirePath(database, left),
    right: right === undefined ? null : requirePath(database, right),
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
    isSame ? 'Both are the same state.' : 'A state after the user and one after the system are never one.',
    { place: 'right', nextStep: 'Choose two states after the same role.' },
  );
}

function requirePath(database: ReadDatabase, path: AccessPath): MergeDecisionChange['left'] {
  const stored = storedPath(database, path);
  if (stored) return stored;
  throw new DialogramError(
    'INVALID',
    'A tag on the way to this state is no tag of the vocabulary any more.',
    {
      value: path.map(({ tag }) => tag).join(', '),
      nextStep: 'Learn the automaton again, then choose the state in it.',
    },
  );
}
