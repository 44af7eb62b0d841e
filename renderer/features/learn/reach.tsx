import type { HeldOutReach, PolicyReach } from '#shared/contract/relearning.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import { bestClass, bestOf } from '../../ui/lists/best.ts';
import { describeHeldOut, describeStops, POLICY_NAMES } from './describe-reach.ts';
import '../../ui/lists/report.css';

/** Shows how far the automaton follows dialogues it has not seen. */
export function ReachReport({ reach }: { readonly reach: HeldOutReach }) {
  const literal = reach.policies[0];
  if (reach.heldOut === 0 || !literal) {
    return <p className="quiet small">There are too few dialogues to test the automaton on unseen ones.</p>;
  }
  const best = bestOf(reach.policies.map(({ shareOfRounds }) => shareOfRounds));
  return (
    <section className="reach" aria-label="Held-out reach">
      <h3>How far unseen dialogues are followed</h3>
      <p className="quiet small">{describeHeldOut(reach)}</p>
      <table className="report">
        <thead>
          <tr>
            <th scope="col">Routing</th>
            <th scope="col" className="number">
              Turns followed
            </th>
            <th scope="col" className="number">
              To the end
            </th>
            <th scope="col" className="number">
              No transition
            </th>
            <th scope="col" className="number">
              Unknown tag
            </th>
          </tr>
        </thead>
        <tbody>
          {reach.policies.map((policy) => (
            <tr key={policy.policy}>
              <th scope="row">{POLICY_NAMES[policy.policy]}</th>
              <td className={`number ${bestClass(policy.shareOfRounds, best)}`}>
                {formatShare(policy.shareOfRounds)}
              </td>
              <td className="number" title={toEnd(policy)}>
                {formatShare(policy.routes === 0 ? 0 : policy.routesToEnd / policy.routes)}
              </td>
              <td className="number">{formatCount(policy.stoppedAtNoTransition)}</td>
              <td className="number">{formatCount(policy.stoppedAtUnknownTag)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet small">{describeStops(literal)}</p>
    </section>
  );
}

const toEnd = ({ policy, routes, routesToEnd }: PolicyReach): string =>
  `${formatCount(routesToEnd)} of ${formatAmount(routes, policy === 'context' ? 'answer' : 'dialogue')}`;

/** Table rows with before and after: the share of turns followed, per matching rule. */
export function ReachChange({
  before,
  after,
}: {
  readonly before: HeldOutReach | null;
  readonly after: HeldOutReach;
}) {
  if (after.heldOut === 0) return null;
  return after.policies.map((policy) => {
    const earlier = before?.policies.find((other) => other.policy === policy.policy) ?? null;
    const same = earlier?.shareOfRounds === policy.shareOfRounds;
    const best = bestOf([earlier?.shareOfRounds, policy.shareOfRounds]);
    return (
      <tr key={policy.policy} title={describeHeldOut(after)}>
        <th scope="row">Reach, {POLICY_NAMES[policy.policy].toLowerCase()}</th>
        <td className={`number ${bestClass(earlier?.shareOfRounds, best)}`}>
          {earlier ? formatShare(earlier.shareOfRounds) : '?'}
        </td>
        <td className={`number ${same ? 'quiet' : ''} ${bestClass(policy.shareOfRounds, best)}`}>
          {formatShare(policy.shareOfRounds)}
        </td>
      </tr>
    );
  });
}
