import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { enumValuesOf } from '#shared/algorithms/worksheets/files/rows.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { DraftedWorksheet } from '#shared/domain/worksheet.ts';
import { typeText } from '#shared/domain/worksheet.ts';
import { client } from '../../../client/api.ts';
import { about, question } from '../../../client/queries.ts';
import { openInExplore } from '../../../project/mode.ts';
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Form, TextField } from '../../../ui/inputs/field.tsx';
import { FigureTable } from '../../../ui/lists/figure-table.tsx';
import { openDialog } from '../../../ui/overlays/dialog.tsx';
import { tellEdit } from '../../../ui/overlays/toasts.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { readable } from '../../../ui/text/readable-error.ts';
import { TASK_FIELD } from '../../flows/index.ts';
import {
  changeDrafting,
  forgetDrafting,
  openApplication,
  useDrafting,
  worksheetQueries,
} from '../worksheets-state.ts';
import { DraftEachDialog } from './draft-each-dialog.tsx';
import { noFormText } from './no-form-text.ts';

const QUIET_MS = 250;

export function DraftPanel({ automaton }: { readonly automaton: RunId | null }) {
  const { name, where, states, drafted } = useDrafting();
  const settled = useSettledValue(where, QUIET_MS);
  const count = useQuery({
    ...worksheetQueries.countDialogues(settled),
    placeholderData: keepPreviousData,
  });
  const fields = question('filters.fields', client.filters.fields, { run: null }, about('corpus', 'tags'));
  const named = useQuery(fields).data ?? [];
  const topics = named.find((field) => field.name === 'topic')?.values ?? [];
  const ids = states
    .split(/[\s,]+/)
    .filter((state) => state !== '')
    .map(Number);
  const statesError = ids.every((id) => Number.isInteger(id) && id >= 0)
    ? null
    : 'Enter state numbers, separated by commas, such as 4, 17.';
  const draft = useMutation({
    mutationFn: () =>
      client.worksheets.draft({ name, where, states: ids.length > 0 ? { automaton, ids } : null }),
    onMutate: () => changeDrafting({ drafted: null }),
    onSuccess: (found) => changeDrafting({ drafted: found }),
  });
  const keep = useMutation({
    mutationFn: async ({ set }: DraftedWorksheet) => client.worksheets.save({ name, set, from: null }),
    onSuccess: ({ edit }) => {
      if (edit) tellEdit(edit);
      openApplication(name);
      forgetDrafting();
    },
    meta: { topics: ['worksheets'] },
  });
  const filterError = count.error ? readable(count.error).message : null;
  const failed = draft.error ?? keep.error;
  return (
    <section className="panel grow shrink shrink-down" aria-label="Draft a worksheet">
      <div className="panel-head">
        <h2>Draft a worksheet</h2>
        <span className="to-end flex gap-1">
          <Button small onClick={forgetDrafting}>
            {drafted ? 'Discard' : 'Cancel'}
          </Button>
          {drafted && (
            <Button
              small
              kind={drafted.hasForm ? 'primary' : 'plain'}
              pending={keep.isPending}
              onClick={() => keep.mutate(drafted)}
            >
              Save as {name}
            </Button>
          )}
        </span>
      </div>
      <div className="stack-3 scroll pad-3">
        <Form
          className="worksheets-draft-form gap-3 grid at-start"
          onSubmit={() => {
            if (!statesError && !filterError && name.trim() !== '') draft.mutate();
          }}
        >
          <TextField
            label="Name"
            value={name}
            onChange={(value) => changeDrafting({ name: value.slice(0, 200) })}
          />
          <TextField
            label="Dialogues"
            value={where}
            placeholder="all, or a filter: domain = hotel"
            suggestions={topics.map(({ value, dialogues }) => ({
              value: `topic = ${JSON.stringify(value)}`,
              remark: formatAmount(dialogues, 'dialogue'),
            }))}
            error={filterError}
            hint={
              count.data &&
              `${formatCount(count.data.dialogues)} of ${formatAmount(count.data.of, 'dialogue')}`
            }
            onChange={(where) => changeDrafting({ where })}
          />
          <TextField
            label="States where agents ask questions"
            value={states}
            placeholder="all"
            error={statesError}
            hint={automaton === null ? 'There is no automaton yet.' : 'Numbers, separated by commas.'}
            disabled={automaton === null}
            onChange={(states) => changeDrafting({ states })}
          />
          <Button kind={drafted ? 'plain' : 'primary'} type="submit" pending={draft.isPending}>
            {drafted ? 'Draft again' : 'Draft'}
          </Button>
        </Form>
        {failed && <ErrorNotice error={failed} />}
        {drafted ? (
          <Drafted of={drafted} />
        ) : (
          <>
            <p className="quiet">
              Each thing that agents ask for becomes a field, with a type that fits the customers’ answers.
              What agents say after the last question becomes an action. Nothing is saved yet.
            </p>
            {named.some(({ name: field }) => TASK_FIELD.test(field)) && (
              <p>
                <button type="button" className="link" onClick={() => openDialog(DraftEachDialog, {})}>
                  Draft a worksheet for each topic…
                </button>
              </p>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function Drafted({ of }: { readonly of: DraftedWorksheet }) {
  const { set, fields, actions, leftOut, dialogues, hasForm } = of;
  const own = set.worksheets[0]?.fields ?? [];
  return (
    <>
      {!hasForm && <p role="status">{noFormText(of)}</p>}
      <FigureTable
        className="wide ruled"
        caption={
          <>
            {formatAmount(fields.length, 'field')} from {formatAmount(dialogues, 'dialogue')}
          </>
        }
        captionClass="small quiet"
        columns={[
          {
            name: 'Field',
            isName: true,
            value: ({ evidence }) => (
              <>
                {evidence.field}
                {evidence.required && <span className="quiet small"> required</span>}
              </>
            ),
          },
          { name: 'Question', value: ({ field }) => field?.description },
          {
            name: 'Type (and how many answers fit)',
            value: ({ field, evidence }) => (
              <>
                {field && typeText(field.type)}
                <span className="quiet small">
                  {' '}
                  {formatCount(evidence.typed)} of {formatCount(evidence.read)}
                </span>
                {field && enumValuesOf(field.type).length > 0 && (
                  <div className="quiet small">
                    {evidence.values
                      .map(({ value, answers }) => `${value} ${formatCount(answers)}`)
                      .join(', ')}
                  </div>
                )}
              </>
            ),
          },
          {
            name: 'Asked',
            className: 'number',
            title: ({ evidence }) => `In turns tagged #${evidence.tag}`,
            value: ({ evidence }) => (
              <>
                {formatCount(evidence.asked)}
                <div className="quiet small">{formatShare(evidence.share)}</div>
              </>
            ),
          },
          {
            name: 'Answered',
            className: 'number',
            value: ({ evidence }) => formatCount(evidence.answered),
          },
          {
            name: 'Dialogues',
            value: ({ evidence }) => <Examples of={evidence.examples} what={evidence.field} />,
          },
        ]}
        rows={fields.map((evidence, at) => ({ evidence, field: own[at] }))}
        keyOf={({ evidence }) => evidence.field}
      />
      {actions.length > 0 && (
        <section className="stack-1" aria-label="Actions">
          <h3>Actions after the last question</h3>
          {actions.map(({ tag, says, dialogues: all, share, examples }) => (
            <p key={tag}>
              “{says}”{' '}
              <span className="quiet small">
                {formatAmount(all, 'dialogue')} ({formatShare(share)} of those with a question), #{tag}
              </span>{' '}
              <Examples of={examples} what={tag} />
            </p>
          ))}
        </section>
      )}
      {leftOut.length > 0 && (
        <p className="quiet small">
          Asked too rarely to become a field:{' '}
          {leftOut
            .slice(0, 30)
            .map(({ tag, dialogues: all }) => `${tag} (${formatCount(all)})`)
            .join(', ')}
          {leftOut.length > 30 && ` and ${formatCount(leftOut.length - 30)} more`}
        </p>
      )}
    </>
  );
}

function Examples({ of, what }: { readonly of: readonly DialogueId[]; readonly what: string }) {
  return (
    <span className="row-1">
      {of.map((dialogue, at) => (
        <button
          key={dialogue}
          type="button"
          className="link"
          aria-label={`Dialogue ${at + 1} of ${what}`}
          title="Show the dialogue"
          onClick={() => openInExplore(dialogue, 0)}
        >
          {at + 1}
        </button>
      ))}
    </span>
  );
}
