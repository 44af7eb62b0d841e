import { useMutation } from '@tanstack/react-query';
import type { AutomatonImported } from '#shared/contract/automata.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { showAutomaton } from '../../project/view.ts';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';

/** Asks for automaton files, imports them and shows the last; null while an import runs. */
export function useAutomatonImport(): (() => void) | null {
  const { client, native } = useApi();
  const read = useMutation({
    mutationFn: async () => {
      for (const path of await native.chooseFilesToImport()) {
        const imported = await client.automata.import({ path });
        showAutomaton(imported.automaton);
        tell(describeImport(imported));
      }
    },
    meta: about('automata'),
    onError: tellError,
  });
  return read.isPending ? null : () => read.mutate();
}

/** "12 states of calls.json, counted from 80 dialogues. 2 of its 9 tags are not known here: #a, #b." */
export function describeImport({ from, states, dialogues, tags }: AutomatonImported): string {
  const what = `${formatAmount(states, 'state')} of ${from.file}, counted from ${formatAmount(dialogues, 'dialogue')}.`;
  if (tags.unknown === 0) return what;
  const named = tags.first.map((tag) => `#${tag}`).join(', ');
  const more = tags.unknown > tags.first.length ? ' …' : '';
  return `${what} ${tags.unknown} of its ${formatAmount(tags.total, 'tag')} do not exist in this project: ${named}${more}.`;
}
