import type { ImportResult } from '#shared/contract/corpus.ts';
import { formatAmount, formatCount, formatSeconds } from '#shared/domain/figure-text.ts';
import { Notice, Warnings } from '../../ui/state/notice.tsx';
import { countsAddUp } from './import-form.ts';
import { RejectsList } from './rejects-list.tsx';
import './corpus.css';

/** What became of every record of the files. */
export function ImportReport({ result }: { readonly result: ImportResult }) {
  return (
    <>
      <p className="sum">
        <strong>{formatAmount(result.dialogues, 'dialogue')}</strong>
        <span>
          with {formatAmount(result.rounds, 'round')}, in {formatSeconds(result.seconds)}
        </span>
      </p>
      <p className="sum" role="status">
        {formatAmount(result.read, 'record')} read = {formatAmount(result.utterances, 'utterance')} imported +{' '}
        {formatCount(result.ignored)} left out + {formatCount(result.rejected)} rejected
      </p>
      {!countsAddUp(result) && (
        <Notice kind="error">
          These counts do not add up. That is a fault of Dialogram's; please report it.
        </Notice>
      )}
      <Warnings list={result.warnings} />
      {result.rejected > 0 && <RejectsList source={undefined} />}
    </>
  );
}
