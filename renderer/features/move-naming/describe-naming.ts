import type { NamedMove } from '#shared/contract/move-naming.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';

interface NamingResult {
  readonly sentences: readonly string[];
  readonly doubtful: boolean;
}

const sum = (named: readonly NamedMove[]): number =>
  named.reduce((clusters, move) => clusters + move.clusters, 0);

/** With fewer named clusters, nothing can be said about a model. */
const FEW = 4;

/** Says how many clusters a model named, and if it gave most of a role's clusters one name. */
export function describeNaming(named: readonly NamedMove[]): NamingResult {
  const byModel = named.filter(({ by }) => by === 'model');
  const [given, left] = [sum(byModel), sum(named.filter(({ by }) => by === 'none'))];
  if (given + left === 0) return { sentences: [], doubtful: false };
  const counted = `The model named ${formatCount(given)} of ${formatAmount(given + left, 'cluster')}, using ${formatAmount(byModel.length, 'name')}.`;
  const alike = (['user', 'system'] as const).flatMap((role: Role) => {
    const own = byModel.filter((move) => move.role === role);
    const [most] = own.toSorted((a, b) => b.clusters - a.clusters);
    return most && sum(own) >= FEW && 2 * most.clusters > sum(own)
      ? [
          `The model named ${formatCount(most.clusters)} of ${formatCount(sum(own))} ${ROLE_NAMES[role]} clusters “${most.name}”.`,
        ]
      : [];
  });
  const doubtful = alike.length > 0 || given < left;
  const advice = doubtful
    ? ['These names are too vague. Keep your current names, or try a larger model.']
    : [];
  return { sentences: [counted, ...alike, ...advice], doubtful };
}
