import { DialogramError } from '#shared/contract/errors.ts';
import type { SourceId } from '#shared/domain/ids.ts';

/** The source of that name among those listed. @throws NOT_FOUND with the names there are */
export function sourceNamed(
  sources: readonly { readonly id: SourceId; readonly name: string }[],
  name: string,
  what = 'source',
): SourceId {
  const source = sources.find((candidate) => candidate.name === name);
  if (source) return source.id;
  throw new DialogramError('NOT_FOUND', `There is no ${what} "${name}" in this project.`, {
    value: name,
    nextStep: `Its ${what}s are ${sources.map((candidate) => candidate.name).join(', ') || 'none'}.`,
  });
}
