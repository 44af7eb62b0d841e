export { headOf, readsTags, titleOf } from './agent-head.ts';
export { answerQuery, isSeeded, type MethodAnswer, type RouteEnd, routeEnd } from './answer-query.ts';
export { type DenseVectors, denseVectors } from './dense-vectors.ts';
export { createHeldOutKeys, HELD_OUT_SHARE, isHeldOut } from './held-out.ts';
export {
  type ComparedMethod,
  comparedMethodsNamed,
  evaluatedMethodsNamed,
  isSentenceMethod,
  METHOD_INFOS,
  type MethodInfo,
  methodInfo,
  methodsOfEncoder,
  type SentenceMethod,
  sentenceWay,
} from './methods.ts';
export { openSentenceSearch, type SentenceSearch } from './sentence-search.ts';
export { shownReasons } from './shown-reasons.ts';
export { answerableRounds, joinRounds, roundText, type SourceDialogue } from './source-dialogue.ts';
export { tagByAnnotations, tagOffline } from './tag-dialogues.ts';
