import { useMutation } from '@tanstack/react-query';
import type { ExportTarget } from '#shared/contract/base.ts';
import { useApi } from '../../client/api.tsx';
import { exportFile } from '../../client/export-file.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';

/** One export button per format. Exports stored results without asking a model again. */
export function ExportButtons<Format extends string>({
  name,
  formats,
  label = (format) => `Export ${format.toUpperCase()}`,
  write,
}: {
  /** Name of the file, without its extension. */
  readonly name: string;
  readonly formats: readonly Format[];
  readonly label?: (format: Format) => string;
  readonly write: (
    format: Format,
    target: ExportTarget,
  ) => Promise<{ readonly path: string; readonly bytes: number }>;
}) {
  const { native } = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: (format: Format) =>
      exportFile(native, `${name}.${format}`, (target) => write(format, target)),
    onError: tellError,
  });
  return formats.map((format) => (
    <Button key={format} small icon="download" pending={isPending} onClick={() => mutate(format)}>
      {label(format)}
    </Button>
  ));
}
