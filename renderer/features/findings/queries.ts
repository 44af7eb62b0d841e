import type { DialogramClient } from '#shared/contract/contract.ts';
import type { FindingQuestionAsked } from '#shared/contract/findings.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

/** The dialogues, the tagging run and the automaton that findings are about. */
export interface FindingsSubject {
  readonly run: RunId | null;
  readonly where: string;
  readonly automaton: RunId | null;
}

const MOST_TAGS = 1000;

export const findingQueries = ({ findings, tagging }: DialogramClient) => ({
  list: (subject: FindingsSubject) =>
    question('findings', findings.list, subject, about('findings', 'corpus', 'tags', 'runs')),
  answer: (subject: FindingsSubject, asked: FindingQuestionAsked) =>
    question('answer', findings.answer, { ...subject, question: asked }, about('corpus', 'tags', 'runs')),
  /** Names of the tags that questions can be about, most frequent first. */
  tags: (run: RunId | null) =>
    question(
      'question-tags',
      tagging.vocabulary,
      { run, query: '', limit: MOST_TAGS },
      about('tags', 'runs'),
    ),
});
