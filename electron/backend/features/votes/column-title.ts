import { DialogramError } from '#shared/contract/errors.ts';
import { type AnswerColumn, NO_EXAMPLES } from '#shared/contract/generation.ts';
import { DENSE_SENTENCES, METHOD_INFOS, methodInfo } from '../retrieval/methods.ts';

/** A column as people read it: how examples are found, and who answers from them. */
export function columnTitle({ method, answerer }: AnswerColumn): string {
  const found = method === NO_EXAMPLES ? 'No examples' : titleOfMethod(method);
  if (answerer.kind === 'consensus') return found;
  return `${found} · ${answerer.kind === 'first' ? 'best example' : answerer.model}`;
}

function titleOfMethod(name: string): string {
  if (name === DENSE_SENTENCES) return methodInfo(DENSE_SENTENCES).title;
  return METHOD_INFOS.find((info) => info.name === name)?.title ?? name;
}

/** INVALID where two columns are the same, since nobody could tell what a vote on them says. */
export function requireDistinct(keys: readonly string[]): void {
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice === undefined) return;
  throw new DialogramError('INVALID', 'Two of the columns are the same.', {
    value: twice,
    nextStep: 'Leave one of them out.',
  });
}
