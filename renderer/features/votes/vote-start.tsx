import { useQuery } from '@tanstack/react-query';
import { modelOf } from '#shared/domain/agent.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Notice, Unanswered } from '../../ui/state/notice.tsx';
import { ColumnChooser, columnsOf, columnsProblem, comparisonQueries } from '../columns/index.ts';
import { useCompare, useUsableLayout } from '../comparison/index.ts';
import { changeVoteSettings, changeVotes, useVotes } from './vote-state.ts';
import { describePower, PLANNED_VOTES } from './vote-words.ts';

const LEAST_COLUMNS = 2;

interface SeedFieldProps {
  readonly label: string;
  readonly seed: number;
  readonly onChange: (seed: number) => void;
}

export function SeedField({ label, seed, onChange }: SeedFieldProps) {
  const keep = (typed: string): void => {
    const read = typed === '' ? -1 : Number(typed);
    if (Number.isSafeInteger(read) && read >= 0) onChange(read);
  };
  return <TextField label={label} type="number" min={0} defaultValue={seed} onChange={keep} />;
}

export function VoteStart() {
  const { settings } = useVotes();
  const { answering } = useCompare();
  const beside = columnsOf(useUsableLayout());
  const methods = useQuery(comparisonQueries.methods);
  if (methods.isError || !methods.data) return <Unanswered of={methods} />;
  const columns = settings.columns ?? beside;
  const problem = columnsProblem(columns, LEAST_COLUMNS);
  const asksModel = columns.some(modelOf);
  const start = () => {
    const { examples, context, masking, exampleShape } = answering;
    changeVotes({
      voting: true,
      pair: null,
      series: {
        columns,
        settings: { unit: settings.unit, examples, context, masking, exampleShape },
        seed: settings.seed,
        heldOut: settings.heldOut,
      },
    });
  };
  return (
    <section className="vote-start scroll" aria-label="Vote settings">
      <div className="stack-3 vote-form">
        <h2 className="large">Vote without knowing who answered</h2>
        <p>
          You see two answers to the same turn, A and B, without knowing which columns wrote them. Press one
          key to vote and see the next pair. Votes count in the ranking once you reveal who answered; after
          that you can no longer change them.
        </p>
        <p>{describePower(PLANNED_VOTES, columns.length)}</p>
        <div className="stack-2">
          <div className="wrap flex on-baseline gap-0-3">
            <h3>Columns</h3>
            {settings.columns === null ? (
              <span className="quiet small">
                Uses the same columns as the side-by-side view. Changes here affect only these votes.
              </span>
            ) : (
              <Button small onClick={() => changeVoteSettings({ columns: null })}>
                Use the side-by-side columns
              </Button>
            )}
          </div>
          <ColumnChooser
            columns={columns}
            least={LEAST_COLUMNS}
            onChange={(changed) => changeVoteSettings({ columns: changed })}
          />
        </div>
        <div className="vote-fields gap-3 grid">
          <SelectField
            label="Vote on"
            value={settings.unit}
            options={[
              { value: 'next-turn', label: 'Single turns' },
              { value: 'whole-dialogue', label: 'Whole dialogues' },
            ]}
            onChange={(unit) => changeVoteSettings({ unit })}
          />
          <SeedField label="Seed" seed={settings.seed} onChange={(seed) => changeVoteSettings({ seed })} />
        </div>
        <p className="quiet small">
          Models see {formatAmount(answering.examples, 'example')} and{' '}
          {answering.context === null ? 'all' : `the last ${answering.context}`} turns,{' '}
          {answering.masking ? 'with other customers’ names and numbers masked' : 'with nothing masked'}. To
          change this, open “Examples and answers…” in the side-by-side view.
        </p>
        <Choice
          label="Test dialogues only"
          hint="The methods are tested only on dialogues they have not seen."
          checked={settings.heldOut}
          onChange={(heldOut) => changeVoteSettings({ heldOut })}
        />
        {problem && <Notice kind="warning">{problem}</Notice>}
        {asksModel && (
          <Notice kind="info">
            The models write new answers for each pair: up to {2 * PLANNED_VOTES} answers for {PLANNED_VOTES}{' '}
            votes. That may cost money, and with a slow model you wait for each pair. While you vote, the next
            pairs are prepared.
          </Notice>
        )}
        <div>
          <Button kind="primary" disabled={problem !== null} onClick={start}>
            Start voting
          </Button>
        </div>
      </div>
    </section>
  );
}
