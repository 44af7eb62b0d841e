import { FormatError } from '../../formats/bytes/format-error.ts';
import { detectFormat } from '../../formats/detect.ts';
import { type PreviewOptions, previewFile } from '../../formats/preview.ts';
import { maskEvents } from './masked-copy.ts';

export type Look =
  | {
      readonly what: 'preview';
      readonly options: Omit<PreviewOptions, 'signal' | 'asked' | 'through' | 'database'>;
      readonly maskingKey: string | null;
    }
  | { readonly what: 'detection'; readonly options: Pick<Parameters<typeof detectFormat>[1] & {}, 'map'> };

const LOOKS = { preview: previewFile, detection: detectFormat };
export type LookResult<What extends Look['what']> = Awaited<ReturnType<(typeof LOOKS)[What]>>;

export async function lookHere(path: string, look: Look): Promise<LookResult<Look['what']>> {
  if (look.what === 'detection') return detectFormat(path, look.options);
  const { maskingKey } = look;
  const through: PreviewOptions['through'] =
    maskingKey === null ? undefined : (events) => maskEvents(events, maskingKey, true);
  return previewFile(path, { ...look.options, through });
}

/** Reads the beginning of a file. Returns a problem as data, because an error would lose its class between threads. */
export async function lookAtFile(
  path: string,
  look: Look,
): Promise<
  | { readonly seen: LookResult<Look['what']> }
  | { readonly fault: Pick<FormatError, 'code' | 'path' | 'message' | 'nextStep'> }
> {
  try {
    return { seen: await lookHere(path, look) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, path: named, message, nextStep } = error;
    return { fault: { code, path: named, message, nextStep } };
  }
}
