export { type AnswerWithExamples, answerBySteps, openAnswering, previewAnswer } from './answer.ts';
export {
  type AgentAsking,
  type AgentQuestion,
  type AnswerListener,
  askForTurn,
  createTelling,
  openAgentModel,
} from './ask-model.ts';
export {
  charactersOf,
  createRequestWriter,
  type DraftedRequest,
  PROMPT_OF_UNIT,
  type ShownExample,
  shownExamples,
} from './model-request.ts';
export { streamAnswer } from './stream-answer.ts';
