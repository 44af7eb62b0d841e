import { DialogramError } from '#shared/contract/errors.ts';

const MOST_SHOWN = 3;

export const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(?:CORRUPT|NOTADB)/.test(String(error.code));

/** @param damage descriptions of the damage, as sentences without a period */
export const damaged = (path: string, damage: readonly string[]): DialogramError =>
  new DialogramError('PROJECT_DAMAGED', `${path} is damaged: ${damage.slice(0, MOST_SHOWN).join('; ')}.`, {
    place: path,
    value: damage.join('; '),
    nextStep: 'Restore a backup, or save what can be read.',
  });
