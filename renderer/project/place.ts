import type { MovePattern, VariantStep } from '#shared/contract/analysis.ts';
import type { FindingQuestionInput, ShownFinding } from '#shared/contract/findings.ts';
import type { FitnessDeviation, FitnessReference } from '#shared/contract/fitness.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';

/** A set of dialogues is, for example, a variant. */
export type Place =
  | { readonly kind: 'all' }
  | { readonly kind: 'state'; readonly state: number }
  | { readonly kind: 'box'; readonly name: string; readonly states: readonly number[] }
  | { readonly kind: 'transition'; readonly from: number; readonly symbol: SymbolInfo; readonly to: number }
  | {
      readonly kind: 'variant';
      readonly run: RunId | null;
      readonly steps: readonly VariantStep[];
      readonly fold: boolean;
    }
  | {
      readonly kind: 'pattern';
      readonly run: RunId | null;
      readonly where: string;
      readonly pattern: MovePattern;
    }
  | {
      readonly kind: 'finding';
      readonly finding: string;
      readonly question: FindingQuestionInput | null;
      readonly run: RunId | null;
      readonly automaton: RunId | null;
      readonly title: string;
      readonly lit: ShownFinding['lit'];
    }
  | {
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
