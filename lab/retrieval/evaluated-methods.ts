import { type ComparedMethod, methodsOfEncoder } from '#backend/features/retrieval/index.ts';
import { methodsNamed, SENTENCE_METHODS } from '#backend/features/retrieval/methods.ts';
import { RETRIEVAL_METHODS } from '#shared/algorithms/retrieval/methods.ts';
import { DialogramError } from '#shared/contract/errors.ts';

/** Returns methods in this order. "all" includes the methods with an encoder if a folder is given. */
export function evaluatedMethodsNamed(names: readonly string[], folder: string | null): ComparedMethod[] {
  const ofFolder = methodsOfEncoder('folder');
  const homeless = ofFolder.find((name) => folder === null && names.includes(name));
  if (homeless !== undefined) {
    throw new DialogramError('INVALID', `"${homeless}" needs a folder with a sentence encoder.`, {
      place: 'methods',
      value: homeless,
      nextStep: 'Choose the folder. On the command line, use --encoder FOLDER.',
    });
  }
  const sent = methodsOfEncoder('provider').find((name) => names.includes(name));
  if (sent !== undefined) {
    throw new DialogramError(
      'INVALID',
      `"${sent}" cannot be evaluated, because evaluations never send anything to a provider.`,
      {
        place: 'methods',
        value: sent,
        nextStep:
          'Test this method in a batch run instead, in a project that was encoded with this provider.',
      },
    );
  }
  const every = folder === null ? RETRIEVAL_METHODS : [...RETRIEVAL_METHODS, ...ofFolder];
  return methodsNamed<ComparedMethod>(
    names.flatMap((name) => (name === 'all' ? every : [name])),
    [...RETRIEVAL_METHODS, ...SENTENCE_METHODS],
  );
}
