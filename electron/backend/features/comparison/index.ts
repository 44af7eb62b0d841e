export { dialoguesToAsk, requireAnswerable } from './answerable.ts';
export {
  buildProjectIndex,
  type ChosenEncoders,
  type FoundCandidate,
  type FoundColumn,
  type IndexTurn,
  type ProjectIndex,
  type ProjectIndexInput,
} from './project-index.ts';
export { type IndexDialogues, readIndexDialogues } from './read-index.ts';
export { type BuiltIndex, retrievalIndex } from './retrieval-index.ts';
export { type EncodedTurns, type EncoderPlace, sentenceVectors } from './sentence-vectors.ts';
