export { type AgentAsking, type AgentQuestion, openAgentModel } from './agent-model.ts';
export { type Answered, answerBySteps, openAnswering, previewAnswer } from './answer.ts';
export { type AnswerListener, askForTurn, createTelling } from './ask-model.ts';
export { type ShownExample, shownExamples } from './example-dialogues.ts';
export { charactersOf, createRequestWriter, type DraftedRequest, PROMPT_OF_UNIT } from './model-request.ts';
export { streamAnswer } from './stream-answer.ts';
