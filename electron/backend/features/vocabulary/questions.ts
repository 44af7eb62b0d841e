import type { RoundFilter } from '#shared/contract/round-filter.ts';
import type { SimilarPair, VocabularyTag } from '#shared/contract/vocabulary.ts';
import type { EditId, RoundId, RunId } from '#shared/domain/ids.ts';
import type { BulkDecisions, TagReplacement } from '../../store/edits/bulk-decisions.ts';
import type { HistoryFilter, HistoryPage } from '../../store/edits/edit-history.ts';
import type { TakeBackPlan } from '../../store/edits/take-back.ts';
import type { FilterScope } from '../../store/review/round-filter.ts';

export interface TaggedRun {
  readonly id: RunId;
  readonly tagger: string;
}

interface Filtered {
  readonly filter: RoundFilter;
  readonly scope: FilterScope;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** What the vocabulary worker is asked, by kind. It reads what is committed and changes nothing. */
export interface VocabularyQuestions {
  list: { readonly run: TaggedRun };
  similar: { readonly run: TaggedRun };
  rounds: Filtered & { readonly window: Window };
  bulkCount: Filtered & { readonly replacement: TagReplacement; readonly examples: number };
  bulk: Filtered & { readonly replacement: TagReplacement };
  history: { readonly filter: HistoryFilter; readonly window: Window };
  takeBack: { readonly edit: EditId };
}

export interface VocabularyAnswers {
  /** Most frequent first. */
  list: readonly VocabularyTag[];
  similar: readonly Omit<SimilarPair, 'dismissed'>[];
  rounds: { readonly total: number; readonly ids: readonly RoundId[] };
  bulkCount: { readonly matching: number; readonly changing: number; readonly ids: readonly RoundId[] };
  bulk: BulkDecisions;
  history: HistoryPage;
  takeBack: TakeBackPlan;
}

export type QuestionKind = keyof VocabularyQuestions;

export type VocabularyQuestion = {
  [Kind in QuestionKind]: { readonly kind: Kind; readonly input: VocabularyQuestions[Kind] };
}[QuestionKind];
