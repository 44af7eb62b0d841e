import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CleaningPreview, type CleaningState, cleaningResultSchema } from '#shared/contract/cleaning.ts';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import { CLEANING_RULES, type CleaningRule } from '#shared/domain/import-formats.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { FailedState, LoadingState, Notice, Unanswered } from '../../ui/state/notice.tsx';
import { StartedJobState, useStartedJob } from '../jobs/index.ts';

const cleaningQueries = {
  state: question('cleaning', client.cleaning.state, undefined, about('corpus')),
  preview: (rules: readonly CleaningRule[]) =>
    question('cleaning preview', client.cleaning.preview, { rules: [...rules] }, about('corpus')),
};

const RULE_TITLES: Readonly<Record<CleaningRule, string>> = {
  html: 'HTML markup',
  entities: 'Escaped and invisible characters',
  quotes: 'Quoted mail',
  signatures: 'Signatures',
  initials: "Agents' initials",
  repeated: 'Repeated footers and notices',
  menus: 'Bot menus',
};

/** Splits two texts where they differ: the common start and end, the removed text and its replacement. */
export function splitAtChange(
  before: string,
  after: string,
): { readonly start: string; readonly taken: string; readonly put: string; readonly end: string } {
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first++;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  return {
    start: before.slice(0, first),
    taken: before.slice(first, before.length - last),
    put: after.slice(first, after.length - last),
    end: last === 0 ? '' : before.slice(-last),
  };
}

export function CleaningDialog() {
  const state = useQuery(cleaningQueries.state);
  return state.data ? (
    <ChooseRules state={state.data} />
  ) : (
    <Dialog title="Clean the text" width="wide">
      {state.isError ? (
        <FailedState error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

function ChooseRules({ state }: { readonly state: CleaningState }) {
  const [chosen, setChosen] = useState<readonly CleaningRule[]>(() =>
    state.at === null ? CLEANING_RULES : state.rules,
  );
  const preview = useQuery({ ...cleaningQueries.preview(chosen), placeholderData: keepPreviousData });
  const cleaning = useStartedJob(cleaningResultSchema, (rules: readonly CleaningRule[]) =>
    client.cleaning.apply({ rules: [...rules] }),
  );
  const { start, stage, result } = cleaning;
  const isSame = state.done && sameRules(chosen, state.rules) && preview.data?.changed === state.changed;
  const toggle = (rule: CleaningRule): void =>
    setChosen(CLEANING_RULES.filter((one) => chosen.includes(one) !== (one === rule)));
  const foot =
    stage === 'idle' ? (
      <>
        {state.rules.length > 0 && (
          <Button className="spread" onClick={() => start.mutate([])}>
            Restore the original text
          </Button>
        )}
        <Button onClick={closeDialog}>Cancel</Button>
        <Button
          kind="primary"
          disabled={!preview.isSuccess || preview.isPlaceholderData || isSame}
          onClick={() => start.mutate(chosen)}
        >
          {preview.data && !preview.isPlaceholderData
            ? `Clean ${formatAmount(preview.data.changed, 'message')}`
            : 'Clean'}
        </Button>
      </>
    ) : (
      <Button kind="primary" onClick={closeDialog}>
        {stage === 'ended' ? 'Close' : 'Continue in the background'}
      </Button>
    );
  return (
    <Dialog title="Clean the text" width="wide" foot={foot}>
      {stage === 'idle' ? (
        <>
          <p className="quiet">
            Cleaning hides text that is not part of the conversation, such as signatures and quoted mail. The
            original stays in the project, and you can undo the cleaning at any time.
          </p>
          {!state.done && (
            <Notice kind="error">Cleaning was interrupted. Clean again, or restore the original text.</Notice>
          )}
          {state.done && state.at !== null && state.rules.length > 0 && (
            <Notice>
              {formatAmount(state.changed, 'message')} cleaned on {formatTime(state.at)}.
            </Notice>
          )}
          {!preview.isSuccess && <Unanswered of={preview} loading="Checking all messages…" />}
          {preview.data && (
            <ul className="stack-3" aria-busy={preview.isPlaceholderData}>
              {preview.data.rules.map((found) => (
                <Rule
                  key={found.rule}
                  found={found}
                  chosen={chosen.includes(found.rule)}
                  onToggle={() => toggle(found.rule)}
                />
              ))}
            </ul>
          )}
        </>
      ) : (
        <>
          <StartedJobState of={cleaning} />
          {result && (
            <p className="sum wrap flex gap-1-2 on-baseline" role="status">
              <strong>{formatAmount(result.changed, 'message')}</strong>
              <span>of {formatCount(result.utterances)} changed</span>
            </p>
          )}
          {result && <p className="quiet">You can undo this. Tag and learn again to use the cleaned text.</p>}
        </>
      )}
    </Dialog>
  );
}

const sameRules = (some: readonly CleaningRule[], others: readonly CleaningRule[]): boolean =>
  some.length === others.length && some.every((rule) => others.includes(rule));

interface RuleProps {
  readonly found: CleaningPreview['rules'][number];
  readonly chosen: boolean;
  readonly onToggle: () => void;
}

function Rule({ found: { rule, utterances, samples }, chosen, onToggle }: RuleProps) {
  return (
    <li className="cleaning-rule gap-3 grid at-start">
      <Choice
        label={RULE_TITLES[rule]}
        hint={utterances === 0 ? 'none' : `in ${formatAmount(utterances, 'message')}`}
        checked={chosen}
        onChange={onToggle}
      />
      {samples.length > 0 && (
        <div className="small">
          <InPlace of={samples.slice(0, 1)}>{(sample) => <Sample {...sample} />}</InPlace>
          {samples.length > 1 && (
            <details>
              <summary className="quiet">{formatAmount(samples.length - 1, 'more sample')}</summary>
              <InPlace of={samples.slice(1)}>{(sample) => <Sample {...sample} />}</InPlace>
            </details>
          )}
        </div>
      )}
    </li>
  );
}

const AROUND = 120;

function Sample({ before, after }: { readonly before: string; readonly after: string }) {
  const { start, taken, put, end } = splitAtChange(before, after);
  return (
    <p className="cleaning-sample breaks scrolls pre-wrap">
      {start.length > AROUND ? `…${start.slice(-AROUND)}` : start}
      <del>{taken}</del>
      {put !== '' && <ins>{put}</ins>}
      {end.length > AROUND ? `${end.slice(0, AROUND)}…` : end}
    </p>
  );
}
