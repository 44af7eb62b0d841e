import { useMutation } from '@tanstack/react-query';
import type { ExportTarget } from '#shared/contract/base.ts';
import { useApi } from '../../client/api.tsx';
import { exportFile } from '../../client/export-file.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/text/icon.tsx';

/** A menu of formats; a button if there is only one. Exports stored results without asking a model again. */
export function ExportMenu<Format extends string>({
  name,
  formats,
  label = 'Export',
  write,
}: {
  /** Name of the file, without its extension. */
  readonly name: string;
  readonly formats: readonly Format[];
  readonly label?: string;
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
  const [only, ...others] = formats;
  if (only !== undefined && others.length === 0) {
    return (
      <Button small icon="download" pending={isPending} onClick={() => mutate(only)}>
        {label} {only.toUpperCase()}
      </Button>
    );
  }
  return (
    <Menu
      label={label}
      className="button button-small"
      disabled={isPending}
      entries={formats.map((format) => ({
        kind: 'action',
        label: format.toUpperCase(),
        onSelect: () => mutate(format),
      }))}
    >
      <Icon name="download" />
      {label}
      <Icon name="chevron-down" />
    </Menu>
  );
}
