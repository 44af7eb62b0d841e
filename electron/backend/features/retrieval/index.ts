export {
  answerableTurns,
  answerQuery,
  createHeldOutKeys,
  HELD_OUT_SHARE,
  isHeldOut,
  isSeeded,
  type MethodAnswer,
} from './answer-query.ts';
export {
  type ComparedMethod,
  comparedMethodsNamed,
  headOf,
  isRanking,
  isSentenceMethod,
  METHOD_INFOS,
  type MethodInfo,
  menuOf,
  methodInfo,
  methodsOfEncoder,
  type SentenceMethod,
  sentenceEncoding,
  shownReasons,
  titleOf,
} from './methods.ts';
export {
  type DenseVectors,
  denseVectors,
  openSentenceSearch,
  type SentenceSearch,
} from './sentence-search.ts';
