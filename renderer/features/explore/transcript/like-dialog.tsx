import { useQuery } from '@tanstack/react-query';
import type { DialogueRound } from '#shared/contract/corpus.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EmptyState, ErrorNotice, LoadingState } from '../../../ui/state/notice.tsx';
import { LikenessMenu, likenessQueries, useLikeness } from '../../likeness/index.ts';
import { RoundList } from '../../vocabulary/index.ts';

const SHOWN = 30;

/** Lists the most similar turns, by words or by an encoder. Each opens in its dialogue. */
export function LikeDialog({
  round,
  run,
  onClose,
}: {
  readonly round: DialogueRound;
  readonly run: RunId | null;
  readonly onClose: () => void;
}) {
  const by = useLikeness();
  const found = useQuery(likenessQueries(useApi().client).nearest(round.id, by, run, SHOWN));
  return (
    <Dialog title={`Turns like turn ${round.index + 1}`} width="wide" onClose={onClose}>
      <blockquote className="like-words">{round.utterances.map(({ text }) => text).join(' ')}</blockquote>
      <div>
        <LikenessMenu by={by} />
      </div>
      {found.isError && <ErrorNotice error={found.error} />}
      {found.isPending && <LoadingState />}
      {found.data && found.data.items.length === 0 && (
        <EmptyState title="No similar turn">
          {by === 'words'
            ? 'No other turn shares a word with it.'
            : `No other turn is similar by ${found.data.title}.`}
        </EmptyState>
      )}
      {found.data && found.data.items.length > 0 && (
        <RoundList label={`Turns like turn ${round.index + 1}`} rounds={found.data.items} onOpen={onClose} />
      )}
    </Dialog>
  );
}
