import { ROLE_NAMES } from '../../domain/dialogue.ts';
import type { DeviationKind } from '../../domain/finding.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { checkFitness } from '../fitness/check-fitness.ts';
import type { Reference } from '../fitness/reference.ts';
import { spokenTag } from '../layout/labels/label-text.ts';
import type { Activities } from '../variants/variants.ts';
import { type FindingsCorpus, percent, type RankedFinding, sentence, strong } from './corpus.ts';
import { shareFinding } from './descriptions.ts';

export interface NamedReference {
  readonly reference: Reference;
  readonly log: Activities;
  readonly name: string;
  /**
   * True if the reference was chosen to cover a share of these dialogues, so that deviating dialogues are no finding.
   */
  readonly covers?: boolean;
  readonly isOwn?: (dialogue: number) => boolean;
}

const WHY: Readonly<Record<DeviationKind, string>> = {
  unknown: ' is unexpected',
  order: ' comes out of order',
  repeated: ' is repeated',
  misplaced: ' does not belong there',
  skipped: ' is left out',
  rare: ' is rare',
};

const quoted = ({ role, tag }: SymbolInfo) =>
  sentence(`the ${ROLE_NAMES[role]}’s “`, strong(spokenTag(tag)), '”');

/**
 * Returns the number of deviating dialogues and the most common deviation; null if nothing was compared.
 * If `goesOn` returns false, there is no finding.
 */
export function deviationFrom(
  corpus: Pick<FindingsCorpus, 'taken'>,
  { reference, log, name, covers = false, isOwn }: NamedReference,
  goesOn: () => boolean,
): { readonly fitness: number; readonly found: RankedFinding[] } | null {
  const taken = isOwn ? corpus.taken.filter(isOwn) : corpus.taken;
  const isTaken = new Set(taken);
  const leave = isOwn
    ? sentence('of the dialogues that ', name, ' was drafted from ', strong('leave it'))
    : sentence('of dialogues ', strong(`leave ${name}`));
  const check = checkFitness(log, reference, (dialogue) => isTaken.has(dialogue), goesOn);
  if (check.mean === null || check.checked < check.dialogues) return null;
  const leaving = taken.filter((dialogue) => check.fitness[dialogue] >= 0 && check.fitness[dialogue] < 1);
  const costly = check.deviations.filter(({ kind }) => kind !== 'rare');
  const whole = shareFinding({
    id: `deviation ${name}`,
    kind: 'deviation',
    of: check.checked,
    dialogues: leaving,
    spansOf: () => [],
    sentence: sentence(leave, ' at least once.'),
  });
  const reasons = costly.slice(0, 2).flatMap(({ kind, state, after, move, dialogues }) => {
    const place = state === -1 ? null : reference.nameOf(state);
    const where =
      after === null
        ? sentence(place === null || state === 0 ? ' at the start' : ` after “${place}”`)
        : sentence(' after ', quoted(after));
    return (
      shareFinding({
        id: `deviation ${name} ${kind} ${move.role} ${move.tag} ${state} ${after ? `${after.role} ${after.tag}` : ''}`,
        kind: 'deviation',
        of: check.checked,
        dialogues: [...new Set(dialogues)].sort((a, b) => a - b),
        spansOf: () => [],
        sentence: sentence(
          leave,
          ' because ',
          quoted(move),
          where,
          covers && kind === 'unknown' ? ' is not on them' : WHY[kind],
          '.',
        ),
      }) ?? []
    );
  });
  const [main] = reasons;
  if (whole === null) return { fitness: check.mean, found: [] };
  if (covers) return { fitness: check.mean, found: reasons };
  const first: RankedFinding = main
    ? {
        ...whole,
        sentence: sentence(
          whole.sentence.slice(0, -1),
          `; most often (${percent(main.value)} of all) because `,
          main.sentence.slice(leave.length + 1),
        ),
      }
    : whole;
  return { fitness: check.mean, found: [first, ...reasons] };
}
