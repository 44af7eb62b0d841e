import type { MovePattern, VariantStep } from '#shared/contract/analysis.ts';
import type { FindingQuestionAsked, ShownFinding } from '#shared/contract/findings.ts';
import type { FitnessDeviation, FitnessReference } from '#shared/contract/fitness.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';

/** Where in the automaton dialogues are looked at: everywhere, at a state, at any of a box, along a transition, or by a way as a whole. */
export type Place =
  | { readonly kind: 'all' }
  | { readonly kind: 'state'; readonly state: number }
  | { readonly kind: 'box'; readonly name: string; readonly states: readonly number[] }
  | { readonly kind: 'transition'; readonly from: number; readonly symbol: SymbolInfo; readonly to: number }
  | {
      readonly kind: 'variant';
      /** Whose tags. */
      readonly run: RunId | null;
      readonly steps: readonly VariantStep[];
      readonly fold: boolean;
    }
  | {
      readonly kind: 'pattern';
      readonly run: RunId | null;
      /** Which dialogues; empty for all. */
      readonly where: string;
      readonly pattern: MovePattern;
    }
  | {
      /** The dialogues that a finding, or an answer, is read from. */
      readonly kind: 'finding';
      readonly finding: string;
      /** What was asked; null where it was found without. */
      readonly question: FindingQuestionAsked | null;
      readonly run: RunId | null;
      /** On whose graph it is lit. */
      readonly automaton: RunId | null;
      readonly title: string;
      readonly lit: ShownFinding['lit'];
    }
  | {
      /** Dialogues that leave what they are held against; at one place, or anywhere. */
      readonly kind: 'misfit';
      readonly run: RunId | null;
      readonly reference: FitnessReference;
      readonly seconds: number;
      readonly at: FitnessDeviation | null;
    };

export const EVERYWHERE: Place = { kind: 'all' };

export function samePlace(a: Place, b: Place): boolean {
  if (a.kind === 'all' || b.kind === 'all') return a.kind === b.kind;
  if (a.kind === 'state' || b.kind === 'state') {
    return a.kind === 'state' && b.kind === 'state' && a.state === b.state;
  }
  if (a.kind !== 'transition' || b.kind !== 'transition') return JSON.stringify(a) === JSON.stringify(b);
  return a.from === b.from && a.symbol.role === b.symbol.role && a.symbol.tag === b.symbol.tag;
}
