import { ROLE_NAMES, ROLES, type Role } from '../../domain/dialogue.ts';
import type { NamedMove } from '../../domain/dialogue-filter.ts';
import { formatAmount, formatCount, formatDuration } from '../../domain/figure-text.ts';
import type { FindingQuestion, SentencePart } from '../../domain/finding.ts';
import { wilsonInterval } from '../agreement/wilson.ts';
import { passesSequence } from '../filters/tag-fields.ts';
import { havingMove, moveText, spokenTag, turnText } from '../layout/labels/label-text.ts';
import { isUnnamed } from '../overview/one-symbol.ts';
import {
  AT_END,
  dialoguesText,
  type FindingsCorpus,
  LEAST_DIALOGUES,
  movesOf,
  partText,
  percent,
  type RankedFinding,
  type Span,
  sentence,
  shareInterval,
  strong,
  taggedText,
  turnOfMove,
} from './corpus.ts';
import {
  abandonedDialogues,
  beginnings,
  circles,
  commonPaths,
  endings,
  lengths,
  reopenedDialogues,
  singlePaths,
  topics,
  waits,
} from './descriptions.ts';
import { type Findings, onceEach } from './find.ts';
import { limits } from './limits.ts';

const MOST_ANSWERS = 3;
const MOST_GROUPS = 2;

interface Answer {
  readonly found: readonly RankedFinding[];
  readonly remark: string | null;
}

export function answer(findings: Findings, question: FindingQuestion): Answer {
  const { corpus } = findings;
  if (corpus.taken.length < LEAST_DIALOGUES)
    return none(`Only ${dialoguesText(corpus.taken.length)} pass the filter. Findings need at least 30.`);
  switch (question.kind) {
    case 'begins':
      return top(beginnings(corpus), 'No dialogue begins with a move.');
    case 'topic':
      return top(topics(corpus), 'No field contains the topic of the dialogues.');
    case 'length':
      return top([lengths(corpus)], '');
    case 'ends':
      return top(endings(corpus), 'No dialogue ends with a move.');
    case 'abandoned':
      return top(
        [abandonedDialogues(corpus)],
        corpus.abandoned.includes(0)
          ? 'No dialogue is known to be abandoned, because none ends with an open request or question.'
          : 'It is unknown which dialogues were abandoned, because turns have no moves or most dialogues have no agent.',
      );
    case 'reopened':
      return top(
        [reopenedDialogues(corpus)],
        'No closed dialogue was reopened, or fewer than 30 dialogues were closed with thanks, a goodbye or a solution.',
      );
    case 'paths':
      return {
        found: [commonPaths(corpus), ...singlePaths(corpus, MOST_ANSWERS)].flatMap((found) => found ?? []),
        remark: null,
      };
    case 'wait':
      return top(
        waits(corpus),
        'Waits are unknown, because each move was answered in fewer than 30 dialogues with times.',
      );
    case 'circles':
      return top(circles(corpus), 'No dialogue returns to an earlier move.');
    case 'limit':
      return top(
        limits(corpus),
        'Nothing limits the findings: turns have moves and times, and there are enough dialogues.',
      );
    case 'deviation':
      return none('');
    case 'segment':
    case 'change':
    case 'leads':
      return difference(findings, question.kind, question.field);
    case 'follows':
      return aboutMove(findings, question.move);
    case 'order':
      return inOrder(corpus, question.move, question.next, question.seconds);
  }
}

const none = (remark: string): Answer => ({ found: [], remark });

function top(all: readonly (RankedFinding | null)[], remark: string): Answer {
  const found = all.flatMap((one) => one ?? []).slice(0, MOST_ANSWERS);
  return found.length === 0 ? none(remark) : { found, remark: null };
}

const NOTHING_COMPARED = {
  segment: 'No field divides the dialogues into groups of at least 30.',
  change: 'To compare periods, the dialogues need times, and at least two periods need 30 dialogues each.',
  leads:
    'It is unknown what leads to abandonment, because each move appears in fewer than 30 dialogues, or no dialogue is known to be abandoned.',
} as const;

const NOTHING_DIFFERS = {
  segment: 'No group of dialogues differs clearly from the rest.',
  change: 'No period differs clearly from those before it.',
  leads: 'No turn leads to abandonment clearly more often than others.',
} as const;

function difference(
  { compared: { clear: all, comparisons, kinds } }: Findings,
  kind: keyof typeof NOTHING_DIFFERS,
  field: string | null,
): Answer {
  if (!kinds.has(kind)) return none(NOTHING_COMPARED[kind]);
  const clear = all.filter(
    (found) => found.kind === kind && (field === null || found.about.startsWith(`segment ${field} = `)),
  );
  const made = `The result is corrected for ${formatAmount(comparisons, 'comparison')} of groups, periods and turns.`;
  return top(onceEach(clear, MOST_ANSWERS), `${NOTHING_DIFFERS[kind]} ${made}`);
}

const meant = ({ activities: { symbols } }: FindingsCorpus, { role, tag }: NamedMove): number[] =>
  symbols.flatMap((symbol, at) => (symbol.tag === tag && (role === null || symbol.role === role) ? at : []));

const END = -1;
const UNTAGGED: Readonly<Record<Role, number>> = { user: -2, system: -3 };

function nextOf(corpus: FindingsCorpus, dialogue: number): number[] {
  const own = movesOf(corpus, dialogue);
  return Array.from(own.keys(), (at) => {
    const turn = turnOfMove(corpus, dialogue, at) + 1;
    if (turn === corpus.turnsOf(dialogue)) return END;
    const isTagged = at + 1 < own.length && turnOfMove(corpus, dialogue, at + 1) === turn;
    const next = isTagged ? corpus.activities.symbols[own[at + 1]] : undefined;
    return next && !isUnnamed(next.tag) ? own[at + 1] : UNTAGGED[corpus.roleOf(dialogue, turn)];
  });
}

/** Tells how many dialogues have a move, which groups and periods have it clearly more or less often, and what follows. */
function aboutMove({ corpus, compared }: Findings, move: NamedMove): Answer {
  const symbols = meant(corpus, move);
  const by = new Map<number, number[]>();
  const having: number[] = [];
  for (const dialogue of corpus.tagged) {
    const own = movesOf(corpus, dialogue);
    const next = new Set(nextOf(corpus, dialogue).filter((_, at) => symbols.includes(own[at])));
    if (next.size > 0) having.push(dialogue);
    for (const symbol of next) by.set(symbol, [...(by.get(symbol) ?? []), dialogue]);
  }
  const name = spokenTag(move.tag);
  const n = having.length;
  if (n < LEAST_DIALOGUES)
    return none(
      `Only ${dialoguesText(n)} have “${name}” as the main tag of a turn. At least 30 are needed for shares.`,
    );
  const [speaker] = new Set(symbols.map((symbol) => corpus.activities.symbols[symbol].role));
  const subject: SentencePart[] =
    symbols.length === 1 && speaker
      ? moveText({ role: speaker, tag: move.tag }, 'where ', 'with ')
      : sentence('with ', strong(name));
  const how = wilsonInterval(n, corpus.tagged.length);
  const common: RankedFinding = {
    id: `common ${move.role ?? ''} ${move.tag}`,
    kind: 'follows',
    figure: percent(how.share ?? 0),
    sentence: sentence(
      'of dialogues ',
      symbols.length === 1
        ? havingMove(corpus.activities.symbols[symbols[0]])
        : [{ text: 'have ' }, strong(name)],
      '.',
    ),
    basis: `${taggedText(corpus, n)} · ${shareInterval(how)}`,
    value: how.share ?? 0,
    interval: { low: how.low, high: how.high },
    n: corpus.tagged.length,
    dialogues: n,
    other: null,
    remedy: null,
    evidence: {
      dialogues: having,
      spansOf: (dialogue) =>
        Array.from(movesOf(corpus, dialogue)).flatMap((symbol, at): Span[] => {
          const turn = turnOfMove(corpus, dialogue, at);
          return symbols.includes(symbol) ? [[turn, turn]] : [];
        }),
    },
    weight: how.low,
  };
  const measures = symbols.map((symbol) => {
    const { role, tag } = corpus.activities.symbols[symbol];
    return ` has ${role} ${tag}`;
  });
  const groups = compared.clear
    .filter(({ id, about }) => id !== about && measures.includes(id.slice(about.length)))
    .slice(0, MOST_GROUPS)
    .map(({ tell }) => tell());
  const followers = [...by]
    .sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
    .slice(0, MOST_ANSWERS)
    .map(([symbol, dialogues]): RankedFinding => {
      const { share, low, high } = wilsonInterval(dialogues.length, n);
      const next = corpus.activities.symbols[symbol];
      const untagged = ROLES.find((role) => UNTAGGED[role] === symbol);
      const [named, happens]: [string, readonly SentencePart[]] = next
        ? [`${next.role} ${next.tag}`, [...havingMove(next), { text: ' next' }]]
        : untagged
          ? [`${untagged} untagged`, [{ text: `have an untagged ${ROLE_NAMES[untagged]} turn next` }]]
          : ['end', [strong('end there')]];
      return {
        id: `follows ${move.role ?? ''} ${move.tag} ${named}`,
        kind: 'follows',
        figure: percent(share ?? 0),
        sentence: sentence('of dialogues ', subject, ' ', happens, '.'),
        basis: `${partText(dialogues.length, n)} · ${shareInterval({ low, high })}`,
        value: share ?? 0,
        interval: { low, high },
        n,
        dialogues: dialogues.length,
        other: null,
        remedy: null,
        evidence: {
          dialogues,
          spansOf: (dialogue) => {
            const own = movesOf(corpus, dialogue);
            return nextOf(corpus, dialogue).flatMap((next, at): Span[] => {
              const turn = turnOfMove(corpus, dialogue, at);
              if (!symbols.includes(own[at]) || next !== symbol) return [];
              return next === END ? [[turn, turn], AT_END] : [[turn, turn + 1]];
            });
          },
        },
        weight: low,
      };
    });
  return { found: [common, ...groups, ...followers], remark: null };
}

function inOrder(corpus: FindingsCorpus, move: NamedMove, next: NamedMove, seconds: number | null): Answer {
  const { rows, times, taken } = corpus;
  if (seconds !== null && times === null)
    return none('The dialogues have no times, so the time between turns is unknown.');
  const nowhere = (): Float64Array => new Float64Array(rows.turnRoles.length).fill(Number.NaN);
  const passing = (first: NamedMove, second: NamedMove): Uint8Array =>
    passesSequence(
      {
        kind: 'order',
        order: 'later',
        move: first,
        next: second,
        time: seconds === null ? null : { kind: 'within', seconds },
      },
      { rows, times: () => times?.starts ?? nowhere() },
    );
  const has = passesSequence({ kind: 'repeats', move, least: 1 }, { rows, times: nowhere });
  const passed = passing(move, next);
  const having = taken.filter((dialogue) => has[dialogue] === 1);
  const dialogues = taken.filter((dialogue) => passed[dialogue] === 1);
  const rolesOf = ({ role }: NamedMove) => (role === null ? ROLES : [role]);
  const said = rolesOf(move)
    .flatMap((first) =>
      rolesOf(next).map((second) => {
        const own = passing({ ...move, role: first }, { ...next, role: second });
        return { first, second, count: taken.filter((dialogue) => own[dialogue] === 1).length };
      }),
    )
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const only = said.length === 1 ? said[0] : undefined;
  const names = [spokenTag(move.tag), spokenTag(next.tag)] as const;
  const within = seconds === null ? '' : ` within ${formatDuration(seconds).replace('.0 ', ' ')}`;
  const who = said.map(({ first, second, count }) => {
    const speakers = `by the ${ROLE_NAMES[first]}, then by the ${ROLE_NAMES[second]}`;
    return `${formatCount(count)} ${speakers}`;
  });
  const found: RankedFinding = {
    id: `order ${move.role ?? ''} ${move.tag} ${next.role ?? ''} ${next.tag} ${seconds ?? ''}`,
    kind: 'order',
    figure: formatCount(dialogues.length),
    sentence: sentence(
      dialogues.length === 1 ? 'dialogue has ' : 'dialogues have ',
      only ? turnText({ role: only.first, tag: move.tag }) : strong(names[0]),
      ' and then ',
      only ? turnText({ role: only.second, tag: next.tag }) : strong(names[1]),
      within,
      only || who.length === 0 ? '.' : ` (${who.join('; ')}).`,
    ),
    basis: `of ${formatAmount(having.length, 'dialogue')} with the tag “${names[0]}”`,
    value: dialogues.length,
    interval: null,
    n: having.length,
    dialogues: dialogues.length,
    other: null,
    remedy: null,
    evidence: { dialogues, spansOf: (dialogue) => turnsWith(corpus, dialogue, [move, next]) },
    weight: 0,
  };
  return { found: [found], remark: null };
}

function turnsWith(
  { rows, roleOf, turnsOf }: FindingsCorpus,
  dialogue: number,
  moves: readonly NamedMove[],
): Span[] {
  const first = rows.turnOffsets[dialogue];
  return Array.from({ length: turnsOf(dialogue) }, (_, turn) => turn).flatMap((turn): Span[] => {
    const [from, to] = [rows.tagOffsets[first + turn], rows.tagOffsets[first + turn + 1]];
    const names = Array.from(rows.tagIds.subarray(from, to), (id) => rows.tagNames[id]);
    const isMeant = moves.some(
      ({ role, tag }) => names.includes(tag) && (role === null || role === roleOf(dialogue, turn)),
    );
    return isMeant ? [[turn, turn]] : [];
  });
}
