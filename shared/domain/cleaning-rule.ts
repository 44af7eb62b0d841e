/** The rules that clean texts, in the order in which they apply. */
export const CLEANING_RULES = [
  'html',
  'entities',
  'quotes',
  'signatures',
  'initials',
  'repeated',
  'menus',
] as const;
export type CleaningRule = (typeof CLEANING_RULES)[number];
