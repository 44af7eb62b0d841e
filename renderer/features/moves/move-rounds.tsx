import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleMoves } from '#shared/contract/moves.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { RoundList, vocabularyQueries } from '../vocabulary/index.ts';
import { changeMoves, useMoves } from './moves-state.ts';

const FIRST = 20;

/** Lists the turns of the open move, beside the cards. */
export function MoveRounds({ run, role }: { readonly run: RunId; readonly role: RoleMoves }) {
  const open = useMoves((state) => state.open);
  const move = role.moves.find(({ name }) => name === open);
  if (!move || move.tag === null) return null;
  return <Rounds key={move.tag} run={run} role={role} name={move.name} tag={move.tag} />;
}

function Rounds({
  run,
  role,
  name,
  tag,
}: {
  readonly run: RunId;
  readonly role: RoleMoves;
  readonly name: string;
  readonly tag: TagId;
}) {
  const [limit, setLimit] = useState(FIRST);
  const filter = { tagged: [tag], role: role.role };
  const rounds = useQuery(vocabularyQueries(useApi().client, run).rounds(filter, limit));
  return (
    <section className="panel move-rounds" aria-label={`Turns of #${name}`}>
      <div className="panel-head">
        <h2 className="clip">#{name}</h2>
        <IconButton icon="close" label="Close the turns" onClick={() => changeMoves({ open: null })} />
      </div>
      <div className="stack-3 scroll move-rounds-body">
        {rounds.isError && <ErrorNotice error={rounds.error} />}
        {rounds.isPending && <LoadingState />}
        {rounds.data && (
          <>
            <p className="quiet small">
              {formatAmount(rounds.data.total, 'turn')} with this move, as first or second
            </p>
            <RoundList label={`Turns with #${name}`} rounds={rounds.data.items} onOpen={() => undefined} />
            {rounds.data.total > rounds.data.items.length && limit < 1000 && (
              <Button small kind="quiet" onClick={() => setLimit(Math.min(1000, limit * 2))}>
                Show more
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}
