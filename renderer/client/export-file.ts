import type { ExportTarget } from '#shared/contract/base.ts';
import { fileName, formatBytes } from '#shared/domain/figure-text.ts';
import { tell } from '../ui/overlays/toasts.tsx';
import { native } from './api.ts';

/**
 * Asks where to save a file, writes it and shows a notice. Returns false if the person canceled.
 * `what` is the content of the file for the notice, such as "12 turns".
 */
export async function exportFile<Written extends { readonly path: string; readonly bytes?: number }>(
  name: string,
  write: (target: ExportTarget) => Promise<Written>,
  what?: (written: Written) => string,
): Promise<boolean> {
  const target = await native.chooseExportFile(name);
  if (target === null) return false;
  const written = await write(target);
  await native.deliver(written.path);
  tell(`Exported ${fileName(written.path)}, ${what?.(written) ?? formatBytes(written.bytes ?? 0)}.`);
  return true;
}
