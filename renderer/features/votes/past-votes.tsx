import { useQuery } from '@tanstack/react-query';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import type { RankedColumn } from '#shared/contract/votes.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { showCompareTab } from '../comparison/index.ts';
import { VOTE } from './commands.ts';
import { voteQueries } from './queries.ts';
import { changeVotes } from './vote-state.ts';
import { CHOICE_WORDS } from './vote-words.ts';

/** "Context automaton (uses the correct labels)" */
const titleWithLabels = ({ title, usesLabels }: Pick<RankedColumn, 'title' | 'usesLabels'>): string =>
  `${title}${usesLabels ? ' (uses the correct labels)' : ''}`;

/** Lists past votes, newest first. Each can be opened again. */
export function PastVotes({ unit }: { readonly unit: AnswerUnit }) {
  const past = useQuery(voteQueries(useApi().client).list(unit)).data;
  if (!past || past.items.length === 0) return null;
  return (
    <section className="vote-past" aria-label="Past votes">
      <h3>
        Past votes
        {past.total > past.items.length && (
          <span className="quiet">
            {' '}
            · the newest {past.items.length} of {past.total}
          </span>
        )}
      </h3>
      <ul>
        {past.items.map(({ pair, vote, revealed }) => (
          <li key={pair}>
            <span className="quiet small">{formatTime(vote.at)}</span>
            <span className="small">{vote.author}</span>
            <span className="vote-past-choice">
              {revealed === null
                ? `${CHOICE_WORDS[vote.choice]} · still blind`
                : `${CHOICE_WORDS[vote.choice]} · A ${titleWithLabels(revealed.a)} · B ${titleWithLabels(revealed.b)}`}
              {vote.note !== '' && <span className="quiet"> · “{vote.note}”</span>}
            </span>
            <Button
              small
              aria-label={`Show pair ${pair}`}
              onClick={() => {
                changeVotes({ voting: true, pair });
                showCompareTab(VOTE);
              }}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
