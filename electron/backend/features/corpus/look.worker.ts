import { FormatError } from '../../formats/bytes/format-error.ts';
import { serve } from '../../workers/serve.ts';
import { type LookWork, lookHere } from './look-apart.ts';

serve<LookWork>(async ({ path, look }) => {
  try {
    return { result: { seen: await lookHere(path, look) } };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, path: named, message, nextStep } = error;
    return { result: { fault: { code, path: named, message, nextStep } } };
  }
});
