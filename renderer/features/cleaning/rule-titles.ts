import type { CleaningRule } from '#shared/domain/cleaning-rule.ts';

export const RULE_TITLES: Readonly<Record<CleaningRule, string>> = {
  html: 'HTML markup',
  entities: 'Escaped and invisible characters',
  quotes: 'Quoted mail',
  signatures: 'Signatures',
  initials: "Agents' initials",
  repeated: 'Repeated footers and notices',
  menus: 'Bot menus',
};

/** Splits two texts where they differ: the common start and end, the removed text and its replacement. */
export function takenOut(
  before: string,
  after: string,
): { readonly start: string; readonly taken: string; readonly put: string; readonly end: string } {
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first++;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  return {
    start: before.slice(0, first),
    taken: before.slice(first, before.length - last),
    put: after.slice(first, after.length - last),
    end: last === 0 ? '' : before.slice(-last),
  };
}
