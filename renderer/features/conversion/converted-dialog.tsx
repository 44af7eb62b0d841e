import type { ConversionResult } from '#shared/contract/worksheets.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { showModeNamed } from '../../project/mode.ts';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';

interface ConvertedDialogProps {
  readonly made: ConversionResult;
  readonly as: 'flows' | 'worksheets';
}

function ConvertedDialog({ made: { name, lost }, as }: ConvertedDialogProps) {
  const what = as === 'flows' ? `the flow ${name}` : `the worksheets ${name}`;
  return (
    <Dialog
      title={`Created ${what}`}
      cancel="Close"
      main={{
        label: as === 'flows' ? 'Show the flows' : 'Show the worksheets',
        onClick: () => {
          closeDialog();
          showModeNamed(as);
        },
      }}
    >
      <div className="stack-2">
        <p>
          {lost.length === 0
            ? 'Everything was converted. The original stays, and you can undo this.'
            : `${formatAmount(lost.length, 'part')} could not be converted. The original stays, and you can undo this.`}
        </p>
        {lost.length > 0 && (
          <Focusable as="ul" aria-label="Not converted" className="stack-1 scroll-box">
            {lost.map(({ place, message }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={at}>
                <strong>{place}</strong> <span className="quiet">{message}</span>
              </li>
            ))}
          </Focusable>
        )}
      </div>
    </Dialog>
  );
}

export function useConversion() {
  const toWorksheets = useAction((flow: string) => client.conversion.toWorksheets({ flow }), {
    onSuccess: (made) => openDialog(ConvertedDialog, { made, as: 'worksheets' as const }),
    meta: { topics: ['worksheets'] },
  });
  const toFlow = useAction((worksheet: string) => client.conversion.toFlow({ worksheet }), {
    onSuccess: (made) => openDialog(ConvertedDialog, { made, as: 'flows' as const }),
    meta: { topics: ['flows'] },
  });
  return { toWorksheets: toWorksheets.mutate, toFlow: toFlow.mutate };
}
