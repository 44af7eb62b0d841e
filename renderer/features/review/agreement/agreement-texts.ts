import type { TagAgreement } from '#shared/contract/agreement.ts';
import { bracketText } from '#shared/domain/figure-text.ts';

/** "[0.15, 0.65]"; empty for null. */
export function kappaInterval(interval: readonly [number, number] | null): string {
  return interval === null ? '' : bracketText({ lower: interval[0], upper: interval[1] }, { digits: 2 });
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

/** Returns a warning for reading a tag's κ; null if there is none. */
export function caution(tag: TagAgreement): string | null {
  if (tag.kappa === null) return 'κ is undefined, because both sides always agree.';
  const given = tag.both + tag.leftOnly + tag.rightOnly;
  if (given < FEW) return `Only ${given} ${given === 1 ? 'turn' : 'turns'}: too few for κ.`;
  if (tag.prevalence < RARE || tag.prevalence > 1 - RARE) {
    return 'κ is low for very rare or very common tags. Look at positive agreement instead.';
  }
  return null;
}
