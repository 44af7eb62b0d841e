import { ROLE_NAMES, ROLES } from '../../domain/dialogue.ts';
import { formatAmount, formatCount } from '../../domain/figure-text.ts';
import type { Finding, FindingRemedy } from '../../domain/finding.ts';
import { OTHER_TAG } from '../overview/one-symbol.ts';
import {
  type FindingsCorpus,
  isNamed,
  LEAST_DIALOGUES,
  movesOf,
  percent,
  type RankedFinding,
  sentence,
  speaks,
  strong,
} from './corpus.ts';

/** With fewer dialogues, shares are uncertain by more than five points. */
const ENOUGH_DIALOGUES = 400;
/** The smallest share of turns or dialogues for which a limit is reported. */
const LEAST_SHARE = 0.05;

interface Limit extends Pick<Finding, 'id' | 'figure' | 'sentence' | 'basis' | 'value'> {
  readonly dialogues: readonly number[];
  readonly remedy: FindingRemedy;
  readonly matters: number;
}

export function limits(corpus: FindingsCorpus): RankedFinding[] {
  const n = corpus.taken.length;
  if (n < LEAST_DIALOGUES) return [];
  return [withoutMove(corpus), ...oneSided(corpus), withoutTimes(corpus), few(corpus)].flatMap((limit) =>
    limit === null
      ? []
      : {
          ...limit,
          kind: 'limit',
          interval: null,
          n,
          dialogues: limit.dialogues.length,
          other: null,
          evidence: {
            dialogues: limit.dialogues,
            spansOf: (dialogue) => (limit.id === 'limit moves' ? turnsWithoutMove(corpus, dialogue) : []),
          },
          weight: limit.id === 'limit few' ? 1 - n / ENOUGH_DIALOGUES : limit.matters * limit.value,
        },
  );
}

function turnsWithoutMove(corpus: FindingsCorpus, dialogue: number): [number, number][] {
  const { offsets, turns } = corpus.activities;
  const own = movesOf(corpus, dialogue);
  const named = new Set(
    Array.from(own.keys(), (at) => (isNamed(corpus, own[at]) ? turns[offsets[dialogue] + at] : -1)),
  );
  return Array.from({ length: corpus.turnsOf(dialogue) }, (_, turn): [number, number] => [turn, turn]).filter(
    ([turn]) => !named.has(turn),
  );
}

function withoutMove(corpus: FindingsCorpus): Limit | null {
  const { taken, turnsOf } = corpus;
  let [turns, named] = [0, 0];
  const dialogues = taken.filter((dialogue) => {
    const own = movesOf(corpus, dialogue).reduce((sum, symbol) => sum + (isNamed(corpus, symbol) ? 1 : 0), 0);
    turns += turnsOf(dialogue);
    named += own;
    return own < turnsOf(dialogue);
  });
  const value = 1 - named / turns;
  if (value < LEAST_SHARE) return null;
  return {
    id: 'limit moves',
    figure: percent(value),
    sentence: sentence(
      'of turns have ',
      strong('no move'),
      corpus.activities.symbols.some(({ tag }) => tag === OTHER_TAG)
        ? ' or only “other”. Name these turns in Teach to make all findings more exact.'
        : '. Name these turns in Teach to make all findings more exact.',
    ),
    basis: `${formatCount(turns - named)} of ${formatAmount(turns, 'turn')}, in ${formatAmount(dialogues.length, 'dialogue')}`,
    value,
    dialogues,
    remedy: 'teach',
    matters: 1,
  };
}

function oneSided({ taken, rows }: FindingsCorpus): Limit[] {
  return ROLES.flatMap((role): Limit[] => {
    const missing = taken.filter((dialogue) => !speaks(rows, dialogue, role));
    const value = missing.length / taken.length;
    if (value < LEAST_SHARE) return [];
    return [
      {
        id: `limit ${role}`,
        figure: percent(value),
        sentence: sentence(
          'of dialogues have ',
          strong(`no ${ROLE_NAMES[role]} turn`),
          `. Import what the ${ROLE_NAMES[role]} said, or filter these dialogues out.`,
        ),
        basis: `${formatCount(missing.length)} of ${formatAmount(taken.length, 'dialogue')}`,
        value,
        dialogues: missing,
        remedy: 'import',
        matters: 0.5,
      },
    ];
  });
}

function withoutTimes({ taken, turnsOf, times }: FindingsCorpus): Limit | null {
  const missing = taken.filter((dialogue) => {
    if (times === null) return true;
    const [from, to] = [times.offsets[dialogue], times.offsets[dialogue + 1]];
    return times.starts.subarray(from, to).some(Number.isNaN) || to - from < turnsOf(dialogue);
  });
  const value = missing.length / taken.length;
  if (value < LEAST_SHARE) return null;
  return {
    id: 'limit times',
    figure: percent(value),
    sentence: sentence(
      'of dialogues have ',
      strong(times === null ? 'no times' : 'turns without a time'),
      ', so their waits are unknown. Import a file with a time for each message.',
    ),
    basis: `${formatCount(missing.length)} of ${formatAmount(taken.length, 'dialogue')}`,
    value,
    dialogues: missing,
    remedy: 'import',
    matters: 0.3,
  };
}

function few({ taken }: FindingsCorpus): Limit | null {
  if (taken.length >= ENOUGH_DIALOGUES) return null;
  // Half the width of the widest interval of a share.
  const points = Math.round(98 / Math.sqrt(taken.length));
  return {
    id: 'limit few',
    figure: formatCount(taken.length),
    sentence: sentence(
      'dialogues ',
      strong('are few'),
      `: a share near 50 % may be off by ${points} points. Import more dialogues, or widen the filter.`,
    ),
    basis: `${formatAmount(taken.length, 'dialogue')}`,
    value: taken.length,
    dialogues: taken,
    remedy: 'import',
    matters: 1,
  };
}
