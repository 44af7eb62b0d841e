import { useQuery } from '@tanstack/react-query';
import type { RunId } from '#shared/domain/ids.ts';
import { vocabularyQueries } from './queries.ts';

interface TagCardProps {
  readonly run: RunId;
  readonly name: string;
  readonly why: string;
}

export function TagCard({ run, name, why }: TagCardProps) {
  const card = useQuery(vocabularyQueries(run).card(name)).data;
  return (
    <span className="stack-1 small">
      <span>
        <strong>#{name}</strong> <span className="quiet">{why}</span>
      </span>
      {card && (
        <>
          <span className={card.description ? '' : 'quiet'}>
            {card.description || 'No description yet. Add one in Vocabulary.'}
          </span>
          {card.examples.map(({ turn, text, externalId, index }) => (
            <span key={turn} className="tag-card-example clamp indent-2">
              “{text}”{' '}
              <span className="quiet">
                {externalId}, turn {index + 1}
              </span>
            </span>
          ))}
        </>
      )}
    </span>
  );
}
