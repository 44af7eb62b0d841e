import { formatAmount, formatCount, formatShare } from '../../../domain/figure-text.ts';
import type { DrawnAutomaton } from '../drawn-automaton.ts';
import { printableTag } from '../labels/label-text.ts';
import type { Visibility } from '../shown/visible.ts';

const ROLE_NAMES = ['system', 'user', 'start'];

/** "system", "user", or "start" for q₀. */
function roleName(automaton: DrawnAutomaton, state: number): string {
  return ROLE_NAMES[automaton.states.roles[state]] ?? 'start';
}

function dialogues(count: number): string {
  return count === 1 ? '1 dialogue' : `${formatCount(count)} dialogues`;
}

/**
 * A state in words, for titles, screen readers and captions:
 * "state 12, system, 340 dialogues (11 %), reached by refund, 20 end here, 3 states merged".
 * @param enteringTransition index of the transition by which one came, or −1
 */
export function describeState(automaton: DrawnAutomaton, state: number, enteringTransition: number): string {
  const { support, ends, merged, names, phases, within } = automaton.states;
  const name = names?.[state] ? ` “${names[state]}”` : '';
  const folded = within?.[state] ?? 0;
  const parts = [
    state === 0
      ? 'start state'
      : folded > 0
        ? `box${name} of ${formatCount(folded)} states`
        : `state ${state}${name}, ${roleName(automaton, state)}`,
    `${dialogues(support[state])} (${formatShare(automaton.dialogues > 0 ? support[state] / automaton.dialogues : 0, { rough: true })})`,
  ];
  if (enteringTransition >= 0 && folded === 0) {
    const symbol = automaton.symbols[automaton.transitions.symbol[enteringTransition]];
    parts.push(`reached by ${printableTag(symbol.tag)}`);
  }
  if (phases?.[state] && folded === 0) parts.push(`phase ${phases[state]}`);
  if (ends[state] > 0) parts.push(`${formatCount(ends[state])} end here`);
  if (merged[state] > 1) parts.push(`${formatCount(merged[state])} states merged`);
  if (state !== 0) parts.push(...foundAgain(automaton.states.certainty, state));
  return parts.join(', ');
}

/** One transition in words: "refund, user, 340 dialogues". */
export function describeTransition(automaton: DrawnAutomaton, transition: number): string {
  const symbol = automaton.symbols[automaton.transitions.symbol[transition]];
  const { support, certainty } = automaton.transitions;
  return [
    printableTag(symbol.tag),
    symbol.role,
    dialogues(support[transition]),
    ...foundAgain(certainty, transition),
  ].join(', ');
}

/** What is said of certainty, where somebody looked. */
const foundAgain = (certainty: ArrayLike<number> | undefined, at: number): string[] =>
  certainty === undefined ? [] : [`found again in ${certainty[at]} % of parts of the dialogues`];

/** "40 states, 85 of 312 edges" */
export function describeShown({
  visibility,
  scene,
  hiddenEdges,
}: {
  readonly visibility: Visibility;
  readonly scene: { readonly edges: readonly unknown[] };
  readonly hiddenEdges: number;
}): string {
  const { length } = scene.edges;
  const states = formatAmount(visibility.shownCount, 'state');
  const edges = formatAmount(length + hiddenEdges, 'edge');
  return `${states}, ${hiddenEdges > 0 ? `${formatCount(length)} of ` : ''}${edges}`;
}

/** "the strongest ways, on which 80 % of dialogues go all their way", or that all are shown. */
export const describeCover = (cover: number): string =>
  cover >= 100 ? 'all ways' : `the strongest ways, on which ${cover} % of dialogues go all their way`;

/** "hidden: 847 states (32 % of dialogues)", "(at most …)" where the counts give a bound, or that nothing is hidden. */
export function describeHidden({ hiddenCount, hiddenShare, shareIsExact }: Visibility): string {
  if (hiddenCount === 0) return 'hidden: none';
  const states = hiddenCount === 1 ? '1 state' : `${formatCount(hiddenCount)} states`;
  if (hiddenShare === 0) return `hidden: ${states}, by which no dialogue comes`;
  // A bound of everything says nothing.
  if (!shareIsExact && hiddenShare >= 1) return `hidden: ${states}`;
  return `hidden: ${states} (${shareIsExact ? '' : 'at most '}${formatShare(hiddenShare, { rough: true })} of dialogues)`;
}
