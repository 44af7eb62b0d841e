import { useQuery } from '@tanstack/react-query';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RelearnResult } from '#shared/contract/relearning.ts';
import { useApi } from '../../client/api.tsx';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { useConsequence } from './consequence-state.ts';
import { countsOf } from './describe-consequence.ts';
import './consequence.css';

/** Says that tags changed since the automaton was learned, and opens the list of consequences. */
export function ConsequenceStrip({
  automaton,
  listed,
  onList,
}: {
  readonly automaton: AutomatonSummary;
  /** True while the list of consequences is open. */
  readonly listed: boolean;
  readonly onList: (listed: boolean) => void;
}) {
  const { working, error, kept } = useConsequence();
  const own = kept?.automaton === automaton.id ? kept : null;
  const { data: history } = useQuery({
    ...projectQueries(useApi().client).history,
    enabled: automaton.stale,
  });
  return (
    <div className="row-2 consequence-strip" role="status">
      <span
        className={`row-1 consequence-words clip ${automaton.stale || error ? 'is-due' : 'quiet'}`}
        title={titleOf(automaton.stale, error, history)}
      >
        <Icon name={automaton.stale || error ? 'alert' : 'check'} />
        <span className="clip">{wordsOf(automaton.stale, working, error, own, history)}</span>
      </span>
      <Button small onClick={() => onList(!listed)} aria-expanded={listed}>
        {listed ? 'Hide what changes' : own && !automaton.stale ? 'Show what changed' : 'Show what changes'}
      </Button>
    </div>
  );
}

type Edits = Awaited<ReturnType<DialogramClient['tagging']['history']>>;

function wordsOf(
  stale: boolean,
  working: boolean,
  error: unknown,
  kept: RelearnResult | null,
  history: Edits | undefined,
): string {
  if (working) return 'Learning again…';
  if (error) return 'Learning again failed';
  if (stale)
    return history?.items[0]?.kind === 'decide-merge' ? 'Decisions on states changed' : 'Tags changed';
  return kept ? countsOf(kept.difference) : 'Up to date';
}

function titleOf(stale: boolean, error: unknown, history: Edits | undefined): string | undefined {
  if (error) return readable(error).message;
  if (!stale) return undefined;
  const [last] = history?.items ?? [];
  const words = last && `\n${last.undone ? 'Last undone' : 'Last changed'}: ${last.description}`;
  return `The automaton is out of date: tags, decisions or dialogues changed since it was learned.${words ?? ''}`;
}
