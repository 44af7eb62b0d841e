import { useQuery } from '@tanstack/react-query';
import type { ModelRunReport, TaggedDialogue } from '#shared/contract/model-tagging.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { EmptyState, Unanswered } from '../../ui/state/notice.tsx';
import { ChipContent, chipClass } from '../../ui/text/tag-chip.tsx';
import { modelTaggingQueries } from './queries.ts';

const EMPTY = {
  pilot: 'The pilot has no dialogues.',
  flagged: 'No turns are left for a person.',
  failed: 'Every request got an answer.',
} as const;

/** Lists dialogues with the tags from the model, below the most frequent tags. */
export function ResultsList({
  run,
  which,
  vocabulary,
}: {
  readonly run: RunId;
  readonly which: keyof typeof EMPTY;
  readonly vocabulary: ModelRunReport['vocabulary'];
}) {
  const results = useQuery(modelTaggingQueries(useApi().client).results(run, which));
  if (results.isError || !results.data) return <Unanswered of={results} />;
  const { total, items } = results.data;
  if (total === 0) return <EmptyState title={EMPTY[which]} />;
  return (
    <>
      {vocabulary && vocabulary.size > 0 && (
        <div className="row-1 tagging-vocabulary">
          <span className="quiet small">{formatAmount(vocabulary.size, 'tag')} so far:</span>
          {vocabulary.top.slice(0, 24).map(({ name, count }) => (
            <span key={name} className={chipClass('machine')}>
              <ChipContent name={name} kind="machine">
                <span className="quiet number">{formatCount(count)}</span>
              </ChipContent>
            </span>
          ))}
        </div>
      )}
      {total > items.length && (
        <p className="quiet small">
          The first {formatCount(items.length)} of {formatCount(total)}.
        </p>
      )}
      <ol className="stack-3 tagging-results">
        {items.map((dialogue) => (
          <ResultDialogue key={dialogue.dialogue} dialogue={dialogue} />
        ))}
      </ol>
    </>
  );
}

function ResultDialogue({ dialogue }: { readonly dialogue: TaggedDialogue }) {
  return (
    <li>
      <h3>
        {dialogue.externalId}
        {dialogue.outcome === null && <span className="quiet small"> not asked for yet</span>}
        {dialogue.outcome === 'failed' && <span className="warning small"> no answer</span>}
      </h3>
      <ol>
        <InPlace of={dialogue.rounds}>
          {(round) => (
            <li className={`tagging-round of-${round.role}`}>
              <span className="tagging-role">{round.role}</span>
              <div>
                <p>{round.text}</p>
                <span className="row-1 tagging-chips">
                  {round.tags.map((name) => (
                    <span key={name} className={chipClass('machine')}>
                      <ChipContent name={name} kind="machine" />
                    </span>
                  ))}
                  {round.flag && <span className="warning small">{round.flag}</span>}
                </span>
              </div>
            </li>
          )}
        </InPlace>
      </ol>
    </li>
  );
}
