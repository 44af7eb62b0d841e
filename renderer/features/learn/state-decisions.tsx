import { useMutation, useQuery } from '@tanstack/react-query';
import type { StatedDecision } from '#shared/contract/merge-decisions.ts';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import './learn.css';

/** Lists people's decisions on states; each can be removed. Renders nothing without any. */
export function StateDecisions() {
  const { client } = useApi();
  const decisions = useQuery(
    question('mergeDecisions.list', client.mergeDecisions.list, undefined, about('automata', 'tags')),
  );
  const forget = useMutation({
    mutationFn: ({ id }: StatedDecision) => client.mergeDecisions.remove({ id }),
    meta: about('automata', 'project'),
    onError: tellError,
  });
  if (!decisions.data?.length) return null;
  return (
    <section aria-label="Decisions on states">
      <h3>Decisions on states</h3>
      <p className="quiet small">These decisions always apply when states are merged.</p>
      <ul className="state-decisions">
        {decisions.data.map((decision) => (
          <li key={decision.id}>
            <span title={decision.reason}>
              {decision.words} <span className="quiet small">{decision.author}</span>
            </span>
            <Button
              small
              kind="quiet"
              disabled={forget.isPending}
              aria-label={`Delete: ${decision.words}`}
              onClick={() => forget.mutate(decision)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
