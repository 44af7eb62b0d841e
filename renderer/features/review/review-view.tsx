import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Certainty, OpenReview, ReviewOrder } from '#shared/contract/review.ts';
import { turnFilterSchema } from '#shared/contract/turn-filter.ts';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client, queryClient } from '../../client/api.ts';
import { exportFile } from '../../client/export-file.ts';
import { about, question } from '../../client/queries.ts';
import { useCommand } from '../../commands/use-command.ts';
import { describeRun } from '../../project/describe.ts';
import type { ViewProps } from '../../project/feature.ts';
import type { ShownAutomaton } from '../../project/use-shown-automaton.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form, OneOf, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { NextStep } from '../steps/index.ts';
import {
  asksNothing,
  EMPTY_FILTER,
  FilterFields,
  type FilterForm,
  filterOf,
  vocabularyQueries,
} from '../vocabulary/index.ts';
import { AgreementView } from './agreement/agreement-view.tsx';
import {
  COMMON_ORDERS,
  ORDER_NAMES,
  reviewCommands,
  reviewQueries,
  showAgreement,
  showQueue,
  showStart,
  useReview,
} from './commands.ts';
import { QualityPanel } from './quality-panel.tsx';
import { QueueView } from './queue/queue-view.tsx';

function ExportDialog({ project, shown }: ViewProps) {
  const known = useQuery(question('history.author', client.history.author, undefined, about('author'))).data
    ?.name;
  const [typed, setAuthor] = useState<string | null>(null);
  const author = typed ?? known ?? '';
  const write = useMutation({
    mutationFn: async () => {
      const done = await exportFile(
        `${project.name} corrections.jsonl`,
        (target) =>
          client.agreement.export({
            run: shown.run?.id ?? null,
            author: author.trim() || undefined,
            ...target,
          }),
        ({ turns }) => formatAmount(turns, 'turn'),
      );
      if (done) closeDialog();
    },
  });
  return (
    <Dialog
      title="Export my corrections"
      width="narrow"
      foot={
        <Button kind="primary" type="submit" form="export-corrections" disabled={write.isPending}>
          Export
        </Button>
      }
    >
      <p>
        Exports every turn you decided on, with its tags, as JSON Lines. The file contains dialogue IDs and
        your notes, but no text.
      </p>
      <Form
        id="export-corrections"
        onSubmit={() => {
          if (!write.isPending) write.mutate();
        }}
      >
        <TextField
          label="Your name in the file"
          hint="Others see this name next to your tags."
          maxLength={200}
          value={author}
          onChange={setAuthor}
        />
      </Form>
      {write.isError && <ErrorNotice error={write.error} />}
    </Dialog>
  );
}

const ORDERS = Object.keys(ORDER_NAMES) as ReviewOrder[];

function basisOf(certainty: Certainty | undefined): string | null {
  if (!certainty?.confidences && certainty?.others.length) {
    const runs =
      certainty.others.length === 1 ? 'another run tags' : `${certainty.others.length} other runs tag`;
    return `This run has no certainty values, so you see turns that ${runs} differently. Turns with many similar turns come first.`;
  }
  if (certainty?.confidences && certainty.others.length === 0)
    return 'Turns that the tagger is least sure about. Turns with many similar turns come first.';
  return null;
}

function StartScreen({ shown }: { readonly shown: ShownAutomaton }) {
  const kept = useQuery(reviewQueries.queues).data ?? [];
  const form = useRef<HTMLFormElement>(null);
  const [order, setOrder] = useState<ReviewOrder>('unchecked');
  useEffect(() => form.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);
  const [run, setRun] = useState<RunId | null>(null);
  const [other, setOther] = useState<RunId | null>(null);
  const [seed, setSeed] = useState('1');
  const [filter, setFilter] = useState<FilterForm>(EMPTY_FILTER);
  const reviewed = shown.runs.find(({ id }) => id === run) ?? shown.run;
  const others = shown.runs.filter(({ id }) => id !== reviewed?.id);
  const certainty = useQuery(reviewQueries.certainty(reviewed?.id ?? null)).data;
  const why: Partial<Record<ReviewOrder, string>> = {
    ...(others.length === 0 && { disagreement: 'Needs a second tagging run.' }),
    ...(certainty &&
      !certainty.confidences &&
      certainty.others.length === 0 && {
        uncertain: 'This run has no certainty values, and no other run uses the same tags.',
      }),
    ...(!shown.automaton && { support: 'Needs an automaton.' }),
  };
  const open = useMutation({
    mutationFn: (input: OpenReview) => client.review.open(input),
    onSuccess: (queue) => {
      queryClient.setQueryData(reviewQueries.queue(queue.id).queryKey, queue);
      showQueue(queue.id);
    },
  });
  const begin = () =>
    open.mutate({
      order,
      run: reviewed?.id ?? null,
      left: null,
      right: order === 'disagreement' && other !== null ? { kind: 'run', run: other } : null,
      automaton: shown.automaton?.id ?? null,
      seed: Number(seed),
      includeChecked: false,
      filter: turnFilterSchema.parse(filterOf(filter)),
    });
  const settled = useSettledValue(filterOf(filter), 300);
  const counted = useQuery({
    ...vocabularyQueries(reviewed?.id ?? null).turns(settled, 1),
    enabled: !asksNothing(filter),
  });
  const seedFits = /^-?\d{1,15}$/.test(seed);
  return (
    <Focusable as="section" className="review-start focus-inside grid gap-6" aria-label="Review">
      <Form
        ref={form}
        className="stack-4 top"
        onSubmit={() => {
          if (seedFits) begin();
        }}
      >
        <h2 className="large">Review tags turn by turn</h2>
        <OneOf
          legend="Order"
          value={order}
          more={{ after: COMMON_ORDERS, label: 'More orders' }}
          options={ORDERS.map((value) => ({
            value,
            label: ORDER_NAMES[value].title,
            hint: why[value] ?? ((value === 'uncertain' && basisOf(certainty)) || ORDER_NAMES[value].text),
            disabled: value in why,
          }))}
          onChange={setOrder}
        />
        <div className="review-fields wide gap-3 grid">
          <SelectField
            label="Tags of"
            value={reviewed?.id ?? null}
            options={shown.runs.map((one) => ({
              value: one.id,
              label: `run ${one.id}: ${describeRun(one)}`,
            }))}
            onChange={setRun}
          />
          {order === 'disagreement' && (
            <SelectField
              label="Compare with"
              value={other ?? others[0]?.id ?? null}
              options={others.map((one) => ({
                value: one.id,
                label: `run ${one.id}: ${describeRun(one)}`,
              }))}
              onChange={setOther}
            />
          )}
          {order === 'sample' && (
            <TextField
              label="Seed"
              inputMode="numeric"
              value={seed}
              error={seedFits ? null : 'Enter a whole number.'}
              onChange={setSeed}
            />
          )}
        </div>
        <details className="wide review-filter">
          <summary>Review only some turns…</summary>
          <FilterFields run={reviewed?.id ?? null} form={filter} onChange={setFilter} />
          {counted.isError && <ErrorNotice error={counted.error} />}
          {counted.data && !counted.isError && !asksNothing(filter) && (
            <p className="quiet small" role="status">
              {formatAmount(counted.data.total, 'matching turn')}
            </p>
          )}
        </details>
        {open.isError && <ErrorNotice error={open.error} />}
        <div className="row-2">
          <Button kind="primary" type="submit" disabled={open.isPending || reviewed === null}>
            {open.isPending ? 'Sorting turns…' : 'Start'}
          </Button>
          <Button onClick={() => showAgreement()}>Compare two sets of tags…</Button>
        </div>
      </Form>
      {kept.length > 0 && (
        <section className="review-kept" aria-label="Earlier sessions">
          <h3 className="below-2">Continue where you stopped</h3>
          <ul className="outline rounded hides">
            {kept.map((queue) => (
              <li key={queue.id}>
                <button
                  type="button"
                  className="stack run-row lights focus-inside wide line-below breaks no-border no-fill pointer to-start"
                  onClick={() => showQueue(queue.id)}
                >
                  <span className="bold run-time">{ORDER_NAMES[queue.order].title}</span>
                  <span className="quiet small">
                    {queue.total === 0
                      ? 'empty'
                      : `turn ${formatCount(queue.position + 1)} of ${formatCount(queue.total)}`}
                    {queue.order === 'sample' && `, seed ${queue.seed}`} · {formatTime(queue.createdAt)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Focusable>
  );
}

export function ReviewView({ project, shown }: ViewProps) {
  const { screen, queue } = useReview();
  const exportCorrections = () => openDialog(ExportDialog, { project, shown });
  useCommand(reviewCommands.start, showStart);
  useCommand(reviewCommands.agreement, () => showAgreement());
  useCommand(reviewCommands.export, exportCorrections);
  if (shown.pending) return <LoadingState />;
  if (shown.runs.length === 0) return <NextStep project={project} />;
  return (
    <>
      {screen === 'agreement' ? (
        <AgreementView project={project} shown={shown} onExport={exportCorrections} />
      ) : screen === 'start' || queue === null ? (
        <StartScreen shown={shown} />
      ) : screen === 'summary' ? (
        <SummaryScreen queue={queue} />
      ) : (
        <QueueView queue={queue} shown={shown} />
      )}
    </>
  );
}

function SummaryScreen({ queue }: { readonly queue: number }) {
  const found = useQuery(reviewQueries.queue(queue)).data;
  const on = useRef<HTMLButtonElement>(null);
  const there = found !== undefined;
  useEffect(() => {
    if (there) on.current?.focus();
  }, [there]);
  if (!found) return null;
  return (
    <section className="stack-4 review-summary top" aria-label="Review">
      <h2 className="large">{ORDER_NAMES[found.order].title}</h2>
      <p>
        {formatAmount(found.decided, 'turn')} of {formatCount(found.total)}{' '}
        {found.left ? 'settled' : 'checked'}, {formatCount(found.flagged)} flagged; {formatCount(found.today)}{' '}
        checked today. Everything is saved.
      </p>
      <QualityPanel queue={queue} />
      <div className="row-2">
        <Button ref={on} kind="primary" onClick={() => showQueue(queue)}>
          Continue reviewing
        </Button>
        <Button onClick={showStart}>Choose what to review</Button>
      </div>
    </section>
  );
}
