import type { AgreementResult, TagAgreement } from '#shared/contract/agreement.ts';
import {
  bracketText,
  figureText,
  formatAmount,
  formatShare,
  intervalWords,
  tooFew,
} from '#shared/domain/figure-text.ts';

/** "[0.15, 0.65]"; empty for null. */
export function kappaInterval(interval: readonly [number, number] | null): string {
  return interval === null ? '' : bracketText({ lower: interval[0], upper: interval[1] }, { digits: 2 });
}

const KAPPA = { digits: 2 };

/** True if no turn has a tag from both sides, so that figures say nothing about either. */
const sharesNothing = ({ tags }: AgreementResult): boolean =>
  tags.length > 0 && tags.every(({ both }) => both === 0);

export function describeAgreement(result: AgreementResult): string {
  const { turns, exact, pooled, tags } = result;
  if (sharesNothing(result))
    return `The two sides share no tag in ${formatAmount(turns, 'turn')}. They seem to use different vocabularies. Choose sides with the same tags.`;
  const interval = pooled.interval && { lower: pooled.interval[0], upper: pooled.interval[1] };
  const beyond =
    pooled.kappa === null
      ? 'κ is undefined, because the tags never vary'
      : `κ ${figureText(pooled.kappa, KAPPA)}, ${interval ? intervalWords(interval, KAPPA) : 'no interval'}`;
  const isMore = interval !== null && interval.lower > 0;
  const apart = ({ leftOnly, rightOnly }: TagAgreement): number => leftOnly + rightOnly;
  const [worst] = [...tags].sort((a, b) => apart(b) - apart(a));
  return [
    `The two sides have the same tags in ${formatShare(exact / turns)} of ${formatAmount(turns, 'turn')}. Tag by tag, ${
      isMore
        ? 'they agree more often than expected by chance'
        : 'it is not clear that they agree more often than expected by chance'
    } (${beyond}).`,
    worst && apart(worst) > 0
      ? `The sides differ most on #${worst.name} (${formatAmount(apart(worst), 'turn')}).`
      : '',
    ...tooFew(turns, 'turns'),
  ]
    .filter(Boolean)
    .join(' ');
}

export type AgreementColumn =
  | 'name'
  | 'both'
  | 'leftOnly'
  | 'rightOnly'
  | 'agreement'
  | 'positive'
  | 'kappa'
  | 'prevalence';

/** Returns the tags sorted by a column. Tags without a value come last either way; ties go by name. */
export function sortTags(
  tags: readonly TagAgreement[],
  column: AgreementColumn,
  descending: boolean,
): TagAgreement[] {
  const byName = (a: TagAgreement, b: TagAgreement): number =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
  const sign = descending ? -1 : 1;
  return [...tags].sort((a, b) => {
    if (column === 'name') return sign * byName(a, b);
    const [left, right] = [a[column], b[column]];
    if (left === null || right === null) {
      return left === right ? byName(a, b) : left === null ? 1 : -1;
    }
    return sign * (left - right) || byName(a, b);
  });
}

/** For tags on less than this share of the turns, or on more than the rest, κ is always low. */
const RARE = 0.02;
const FEW = 5;

export function caution(tag: TagAgreement): string | null {
  if (tag.kappa === null) return 'κ is undefined, because both sides always agree.';
  const given = tag.both + tag.leftOnly + tag.rightOnly;
  if (given < FEW) return `Only ${given} ${given === 1 ? 'turn' : 'turns'}: too few for κ.`;
  if (tag.prevalence < RARE || tag.prevalence > 1 - RARE) {
    return 'If a tag is very rare or very common, κ can be low despite good agreement. Look at “Positive” instead.';
  }
  return null;
}
