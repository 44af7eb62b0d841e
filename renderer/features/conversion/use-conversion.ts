import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { ConvertedDialog } from './converted-dialog.tsx';
import './conversion.css';

/** Converts a flow to worksheets or worksheets to a flow, and shows the parts that could not be converted. */
export function useConversion() {
  const { client } = useApi();
  const toWorksheets = useMutation({
    mutationFn: (flow: string) => client.conversion.toWorksheets({ flow }),
    onSuccess: (made) => openDialog(ConvertedDialog, { made, as: 'worksheets' as const }),
    meta: { topics: ['worksheets'] },
    onError: tellError,
  });
  const toFlow = useMutation({
    mutationFn: (worksheet: string) => client.conversion.toFlow({ worksheet }),
    onSuccess: (made) => openDialog(ConvertedDialog, { made, as: 'flows' as const }),
    meta: { topics: ['flows'] },
    onError: tellError,
  });
  return { toWorksheets: toWorksheets.mutate, toFlow: toFlow.mutate };
}
