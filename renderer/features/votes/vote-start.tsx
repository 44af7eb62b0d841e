import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice, SelectField, TextField } from '../../ui/field.tsx';
import { FailedState, LoadingState, Notice } from '../../ui/notice.tsx';
import { comparisonQueries } from '../comparison/queries.ts';
import { providerQueries } from '../providers/queries.ts';
import { ColumnEditor, columnsProblem } from './column-editor.tsx';
import { changeVoteSettings, changeVotes, useVotes } from './vote-state.ts';

const whole = (value: number, least: number, most: number): number | null =>
  Number.isSafeInteger(value) && value >= least && value <= most ? value : null;

/** What is put to the vote. The last place where columns have names before the vote. */
export function VoteStart() {
  const { client } = useApi();
  const { settings } = useVotes();
  const methods = useQuery(comparisonQueries(client).methods);
  const providers = useQuery(providerQueries(client).list);
  if (methods.isError) return <FailedState error={methods.error} onRetry={() => void methods.refetch()} />;
  if (!methods.data) return <LoadingState />;
  const problem = columnsProblem(settings.columns);
  const asksModel = settings.columns.some(({ answerer }) => answerer.kind === 'model');
  return (
    <section className="vote-start" aria-label="What is voted on">
      <div className="vote-form">
        <h2>Vote without knowing who answered</h2>
        <p>
          Two answers to the same turn are shown as A and B; which column is which is drawn and kept. You say
          which is better. Only then you may look who it was, and from then on the vote stands.
        </p>
        <ColumnEditor
          columns={settings.columns}
          methods={methods.data}
          providers={providers.data?.providers ?? []}
          onChange={(columns) => changeVoteSettings({ columns })}
        />
        <div className="vote-fields">
          <SelectField
            label="Vote on"
            value={settings.unit}
            options={[
              { value: 'next-turn', label: 'Single turns' },
              { value: 'whole-dialogue', label: 'Whole dialogues' },
            ]}
            onChange={({ target }) =>
              changeVoteSettings({ unit: target.value === 'next-turn' ? 'next-turn' : 'whole-dialogue' })
            }
          />
          <TextField
            label="Examples"
            type="number"
            min={1}
            max={50}
            defaultValue={settings.examples}
            onChange={({ target }) => {
              const examples = whole(target.valueAsNumber, 1, 50);
              if (examples !== null) changeVoteSettings({ examples });
            }}
          />
          <TextField
            label="Seed"
            type="number"
            min={0}
            defaultValue={settings.seed}
            onChange={({ target }) => {
              const seed = whole(target.valueAsNumber, 0, Number.MAX_SAFE_INTEGER);
              if (seed !== null) changeVoteSettings({ seed });
            }}
          />
        </div>
        <Choice
          label="Only dialogues that are held out"
          hint="Nothing here learned from them. Else only those that it learned from; none ever retrieves itself."
          checked={settings.heldOut}
          onChange={({ target }) => changeVoteSettings({ heldOut: target.checked })}
        />
        {problem && <Notice kind="warning">{problem}</Notice>}
        {asksModel && (
          <Notice kind="info">Each pair asks the models for its answers, which may cost money.</Notice>
        )}
        <div>
          <Button
            kind="primary"
            disabled={problem !== null}
            onClick={() => changeVotes({ voting: true, pair: null })}
          >
            Start voting
          </Button>
        </div>
      </div>
    </section>
  );
}
