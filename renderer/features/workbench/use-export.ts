import { useMutation } from '@tanstack/react-query';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import { useCommand } from '../../app/use-command.ts';
import { useApi } from '../../client/api.tsx';
import { fileName, formatBytes } from '../../ui/format.ts';
import { tell, tellError } from '../../ui/toasts.tsx';

export type ExportKind = 'json' | 'dot' | 'svg';

/** Writes the automaton to a file of the person's choice and shows or downloads it. */
export function useExport(project: string, automaton: AutomatonSummary | null): (to: ExportKind) => void {
  const { client, native } = useApi();
  const { mutate } = useMutation({
    mutationFn: async ({ id, to }: { id: AutomatonSummary['id']; to: ExportKind }) => {
      const out = await native.chooseExportFile(`${project} automaton ${id}.${to}`);
      if (out === null) return;
      const { path, bytes } = await client.automata.export({ automaton: id, to, out });
      await native.deliver(path);
      tell(`Exported ${fileName(path)}, ${formatBytes(bytes)}.`);
    },
    onError: tellError,
  });
  const exportAs = (to: ExportKind) => {
    if (automaton) mutate({ id: automaton.id, to });
  };
  useCommand('export.json', automaton ? () => exportAs('json') : null);
  useCommand('export.dot', automaton ? () => exportAs('dot') : null);
  useCommand('export.svg', automaton ? () => exportAs('svg') : null);
  return exportAs;
}
