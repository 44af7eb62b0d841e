import { useQuery } from '@tanstack/react-query';
import type { AutomatonSummary, LearnResult } from '#shared/contract/automata.ts';
import type { StatedDecision } from '#shared/contract/merge-decisions.ts';
import type { HeldOutReach } from '#shared/contract/relearning.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { PolicyReach } from '#shared/domain/figures.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { bestClass, bestOf, FigureTable, numbers } from '../../ui/lists/figure-table.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Warnings } from '../../ui/state/notice.tsx';
import { reportRows } from './learn-form.ts';
import '../../ui/lists/report.css';
import './learn.css';

const POLICY_NAMES: Readonly<Record<PolicyReach['policy'], string>> = {
  literal: 'Exact',
  greedy: 'Most common path',
  resume: 'Skip unknown turns',
  context: 'Context',
  overview: 'Transitions on the graph',
};

const FOLLOWED: Partial<Readonly<Record<PolicyReach['policy'], string>>> = {
  context:
    'A turn counts as followed if the automaton has a transition for each of its tags. Turns are read backward from the answer.',
  overview: 'A turn counts as followed if the graph shows its transition.',
};

export function describeHeldOut({ heldOut, learnedFrom, policies }: HeldOutReach): string {
  const followed =
    FOLLOWED[policies[0]?.policy ?? 'literal'] ??
    'A turn counts as followed if the automaton has a transition for each of its tags.';
  return (
    `Tested on ${formatAmount(heldOut, 'unseen dialogue')} (${formatShare(heldOut / (heldOut + learnedFrom))}, always the same ones). ` +
    `The tested automaton was learned from the other ${formatCount(learnedFrom)} with the same settings. ${followed}`
  );
}

export function describeStops({ policy, routes, stopsByTurn }: PolicyReach): string {
  if (policy === 'overview')
    return "After a turn without a transition, the dialogue continues at the state that the turn's tag usually leads to.";
  const stopped = stopsByTurn.reduce((sum, count) => sum + count, 0);
  if (stopped === 0)
    return `With the matching rule “${POLICY_NAMES[policy]}”, the automaton follows ${policy === 'context' ? 'all turns before every answer' : 'every dialogue to the end'}.`;
  const most = stopsByTurn.indexOf(Math.max(...stopsByTurn));
  const isLast = most === MOST_TURNS - 1;
  const where =
    policy === 'context'
      ? `${formatAmount(most + 1, 'turn')}${isLast ? ' or more' : ''} before the answer`
      : `in turn ${most + 1}${isLast ? ' or later' : ''}`;
  return (
    `With the matching rule “${POLICY_NAMES[policy]}”, the automaton stops too early in ${formatCount(stopped)} of ` +
    `${formatAmount(routes, policy === 'context' ? 'answer' : 'dialogue')}, most often ${where} (${formatCount(stopsByTurn[most] ?? 0)}).`
  );
}

const MOST_TURNS = 20;

export const isUnmeasured = ({ report, imported }: AutomatonSummary): boolean =>
  report.reach === null && !imported;

/** An automaton whose tags changed before it was measured cannot be measured later. */
export const describeUnmeasured = ({ stale }: Pick<AutomatonSummary, 'stale'>): string =>
  stale ? 'Not tested on unseen dialogues' : 'Testing on unseen dialogues…';

function ReachReport({ reach }: { readonly reach: HeldOutReach }) {
  const literal = reach.policies[0];
  if (reach.heldOut === 0 || !literal) {
    return <p className="quiet small">There are too few dialogues to test the automaton on unseen ones.</p>;
  }
  const best = bestOf(reach.policies.map(({ shareOfTurns }) => shareOfTurns));
  return (
    <section className="reach" aria-label="Test on unseen dialogues">
      <h3>How well the automaton follows unseen dialogues</h3>
      <p className="quiet small">{describeHeldOut(reach)}</p>
      <FigureTable
        className="report"
        columns={[
          { name: 'Matching rule', isName: true, value: ({ policy }) => POLICY_NAMES[policy] },
          {
            name: 'Turns followed',
            className: 'number',
            cellClass: ({ shareOfTurns }) => bestClass(shareOfTurns, best),
            value: ({ shareOfTurns }) => formatShare(shareOfTurns),
          },
          {
            name: 'Followed to the end',
            className: 'number',
            title: toEnd,
            value: ({ routes, routesToEnd }) => formatShare(routes === 0 ? 0 : routesToEnd / routes),
          },
          ...numbers<PolicyReach>(
            ['No transition', ({ stoppedAtNoTransition }) => formatCount(stoppedAtNoTransition)],
            ['Unknown tag', ({ stoppedAtUnknownTag }) => formatCount(stoppedAtUnknownTag)],
          ),
        ]}
        rows={reach.policies}
        keyOf={({ policy }) => policy}
      />
      <p className="quiet small">{describeStops(literal)}</p>
    </section>
  );
}

const toEnd = ({ policy, routes, routesToEnd }: PolicyReach): string =>
  `${formatCount(routesToEnd)} of ${formatAmount(routes, policy === 'context' ? 'answer' : 'dialogue')}`;

interface ReachChangeProps {
  readonly before: HeldOutReach | null;
  readonly after: HeldOutReach | null;
}

export function ReachChange({ before, after }: ReachChangeProps) {
  if (!after || after.heldOut === 0) return null;
  return after.policies.map((policy) => {
    const earlier = before?.policies.find((other) => other.policy === policy.policy) ?? null;
    const same = earlier?.shareOfTurns === policy.shareOfTurns;
    const best = bestOf([earlier?.shareOfTurns, policy.shareOfTurns]);
    return (
      <tr key={policy.policy} title={describeHeldOut(after)}>
        <th scope="row">Turns followed, {POLICY_NAMES[policy.policy].toLowerCase()}</th>
        <td className={`number ${bestClass(earlier?.shareOfTurns, best)}`}>
          {earlier ? formatShare(earlier.shareOfTurns) : '?'}
        </td>
        <td className={`number ${same ? 'quiet' : ''} ${bestClass(policy.shareOfTurns, best)}`}>
          {formatShare(policy.shareOfTurns)}
        </td>
      </tr>
    );
  });
}

export function StateDecisions() {
  const decisions = useQuery(
    question('mergeDecisions.list', client.mergeDecisions.list, undefined, about('automata', 'tags')),
  );
  const forget = useAction(({ id }: StatedDecision) => client.mergeDecisions.remove({ id }), {
    meta: about('automata', 'project'),
  });
  if (!decisions.data?.length) return null;
  return (
    <section aria-label="Merge decisions">
      <h3>Merge decisions</h3>
      <p className="quiet small">These decisions apply whenever states are merged.</p>
      <ul>
        {decisions.data.map((decision) => (
          <li key={decision.id} className="flex on-baseline apart gap-2 pad-half-0 line-above">
            <span title={decision.reason}>
              {decision.words} <span className="quiet small">{decision.author}</span>
            </span>
            <Button
              small
              kind="quiet"
              disabled={forget.isPending}
              aria-label={`Delete: ${decision.words}`}
              onClick={() => forget.mutate(decision)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LearnReport({ report }: { readonly report: Omit<LearnResult, 'automaton'> }) {
  return (
    <>
      <Warnings list={[...report.advice.map(({ message }) => message), ...report.warnings]} />
      <FigureTable
        className="report"
        headless
        columns={[
          { name: '', isName: true, value: ({ label }) => label },
          { name: '', className: 'number', value: ({ value }) => value },
        ]}
        rows={reportRows(report)}
        keyOf={({ label }) => label}
        rowClass={({ label, alarm }) => (alarm ? 'alarm' : label === 'States' ? 'main' : undefined)}
      />
      {report.reach && <ReachReport reach={report.reach} />}
      <StateDecisions />
    </>
  );
}
