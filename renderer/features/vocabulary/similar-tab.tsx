import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SimilarPair } from '#shared/contract/vocabulary.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { MergeDialog } from './edits/merge-dialog.tsx';
import { vocabularyQueries } from './queries.ts';
import { changeVocabulary } from './vocabulary-state.ts';

/** Lists pairs of tags that may mean the same. A person decides whether to merge them. */
export function SimilarTab({ run, tabs }: { readonly run: RunId | null; readonly tabs: ReactNode }) {
  const { client } = useApi();
  const [withDismissed, setWithDismissed] = useState(false);
  const [merging, setMerging] = useState<SimilarPair | null>(null);
  const pairs = useQuery(vocabularyQueries(client, run).similar(withDismissed));
  const dismiss = useMutation({
    mutationFn: ({ left, right, dismissed }: SimilarPair) =>
      client.vocabulary.dismiss({ left, right, dismissed: !dismissed }),
    meta: about('tags'),
    onError: tellError,
  });
  return (
    <section className="panel" aria-label="Similar tags">
      <div className="panel-head">
        {tabs}
        <span className="quiet panel-count" role="status">
          {pairs.data ? formatAmount(pairs.data.length, 'pair') : ''}
        </span>
        <Choice
          label="Show dismissed pairs"
          checked={withDismissed}
          onChange={(event) => setWithDismissed(event.target.checked)}
        />
      </div>
      {pairs.isError ? (
        <FailedState error={pairs.error} onRetry={() => void pairs.refetch()} />
      ) : !pairs.data ? (
        <LoadingState label="Comparing the tags…" />
      ) : pairs.data.length === 0 ? (
        <EmptyState title="No similar tags">
          Tags are compared by spelling, by the text of their turns, and by the tags around them.
        </EmptyState>
      ) : (
        <Focusable as="ul" className="pairs" aria-label="Pairs">
          {pairs.data.map((pair) => (
            <li
              key={`${pair.left} ${pair.right}`}
              className={pair.dismissed ? 'pair pair-dismissed' : 'pair'}
            >
              <div className="pair-tags">
                <span
                  className="number"
                  title="How likely the two mean the same, judged by text, context and name"
                >
                  {formatShare(pair.score)}
                </span>
                <PairTag id={pair.left} name={pair.leftName} rounds={pair.leftRounds} />
                <span className="quiet" aria-hidden="true">
                  ~
                </span>
                <PairTag id={pair.right} name={pair.rightName} rounds={pair.rightRounds} />
              </div>
              <p className="small quiet">
                {pair.reason} Text similar by {formatShare(pair.words)}
                {pair.context !== null && `, context by ${formatShare(pair.context)}`}.{' '}
                {pair.together === 0
                  ? 'Never in the same turn.'
                  : `Together in ${formatAmount(pair.together, 'turn')}.`}
              </p>
              <div className="pair-examples">
                <Examples of={pair.leftName} texts={pair.leftExamples} />
                <Examples of={pair.rightName} texts={pair.rightExamples} />
              </div>
              <div className="pair-actions">
                <Button
                  small
                  aria-label={`Merge #${pair.rightName} and #${pair.leftName}`}
                  onClick={() => setMerging(pair)}
                >
                  Merge…
                </Button>
                <Button
                  small
                  kind="quiet"
                  aria-label={`${pair.dismissed ? 'Suggest again' : 'Keep apart'}: #${pair.rightName} and #${pair.leftName}`}
                  onClick={() => dismiss.mutate(pair)}
                >
                  {pair.dismissed ? 'Suggest again' : 'Keep apart'}
                </Button>
              </div>
            </li>
          ))}
        </Focusable>
      )}
      {merging && (
        <MergeDialog
          run={run}
          tags={[
            { id: merging.left, name: merging.leftName, rounds: merging.leftRounds },
            { id: merging.right, name: merging.rightName, rounds: merging.rightRounds },
          ]}
          onClose={() => setMerging(null)}
        />
      )}
    </section>
  );
}

function Examples({ of, texts }: { readonly of: string; readonly texts: readonly string[] }) {
  return (
    <ul className="small" aria-label={`Turns with #${of}`}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two turns may have the same text
        <li key={index} className="clip" title={text}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function PairTag({
  id,
  name,
  rounds,
}: {
  readonly id: TagId;
  readonly name: string;
  readonly rounds: number;
}) {
  return (
    <span className="pair-tag">
      <button
        type="button"
        className="link"
        title="Show the tag with its examples"
        onClick={() => changeVocabulary({ tab: 'tags', tag: id, query: name, role: null, archived: 'all' })}
      >
        #{name}
      </button>
      <span className="quiet small">{formatAmount(rounds, 'turn')}</span>
    </span>
  );
}
