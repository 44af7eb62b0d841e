import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { enumValuesOf } from '#shared/algorithms/worksheets/files/rows.ts';
import type { DraftedWorksheets } from '#shared/contract/worksheets.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { typeText } from '#shared/domain/worksheet.ts';
import { useApi } from '../../../client/api.tsx';
import { about, question } from '../../../client/queries.ts';
import { openInExplore } from '../../../project/mode.ts';
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/field.tsx';
import { tell } from '../../../ui/overlays/toasts.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { readable } from '../../../ui/text/readable-error.ts';
import { worksheetQueries } from '../queries.ts';
import { openApplication } from '../worksheets-state.ts';
import { changeDrafting, forgetDrafting, useDrafting } from './draft-state.ts';

const QUIET_MS = 250;

/** Drafts a worksheet from dialogues, shows the evidence for each field, and adds it to the project. */
export function DraftPanel({ automaton }: { readonly automaton: RunId | null }) {
  const { client } = useApi();
  const { name, where, states, drafted } = useDrafting();
  const settled = useSettledValue(where, QUIET_MS);
  const count = useQuery({
    ...worksheetQueries(client).countDialogues(settled),
    placeholderData: keepPreviousData,
  });
  const fields = question('filters.fields', client.filters.fields, { run: null }, about('corpus', 'tags'));
  const topics = (useQuery(fields).data ?? []).find((field) => field.name === 'topic')?.values ?? [];
  const ids = states
    .split(/[\s,]+/)
    .filter((state) => state !== '')
    .map(Number);
  const statesError = ids.every((id) => Number.isInteger(id) && id >= 0)
    ? null
    : 'Write the numbers of states, separated by commas, such as 4, 17.';
  const draft = useMutation({
    mutationFn: () =>
      client.worksheets.draft({ name, where, states: ids.length > 0 ? { automaton, ids } : null }),
    onMutate: () => changeDrafting({ drafted: null }),
    onSuccess: (found) => changeDrafting({ drafted: found }),
  });
  const keep = useMutation({
    mutationFn: async ({ set }: DraftedWorksheets) => client.worksheets.save({ name, set, from: null }),
    onSuccess: ({ edit }) => {
      if (edit) tell(`${edit.description}.`);
      openApplication(name);
      forgetDrafting();
    },
    meta: { topics: ['worksheets'] },
  });
  const filterError = count.error ? readable(count.error).message : null;
  const failed = draft.error ?? keep.error;
  return (
    <section className="panel worksheets-draft" aria-label="Draft a worksheet">
      <div className="panel-head">
        <h2>Draft a worksheet</h2>
        <span className="worksheets-do">
          <Button small onClick={forgetDrafting}>
            {drafted ? 'Discard' : 'Cancel'}
          </Button>
          {drafted && (
            <Button small kind="primary" pending={keep.isPending} onClick={() => keep.mutate(drafted)}>
              Keep it as {name}
            </Button>
          )}
        </span>
      </div>
      <div className="scroll worksheets-draft-body stack-3">
        <form
          className="worksheets-draft-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!statesError && !filterError && name.trim() !== '') draft.mutate();
          }}
        >
          <TextField
            label="Name"
            value={name}
            onChange={({ target }) => changeDrafting({ name: target.value.slice(0, 200) })}
          />
          <TextField
            label="From dialogues"
            value={where}
            placeholder="all, or a filter: domain = hotel"
            list="worksheet-sources"
            error={filterError}
            hint={
              count.data &&
              `${formatCount(count.data.dialogues)} of ${formatAmount(count.data.of, 'dialogue')}`
            }
            onChange={({ target }) => changeDrafting({ where: target.value })}
          />
          <datalist id="worksheet-sources">
            {topics.map(({ value, dialogues }) => (
              <option key={value} value={`topic = ${JSON.stringify(value)}`}>
                {formatAmount(dialogues, 'dialogue')}
              </option>
            ))}
          </datalist>
          <TextField
            label="Asked at states"
            value={states}
            placeholder="all"
            error={statesError}
            hint={automaton === null ? 'There is no automaton yet.' : 'Numbers, separated by commas.'}
            disabled={automaton === null}
            onChange={({ target }) => changeDrafting({ states: target.value })}
          />
          <Button kind={drafted ? 'plain' : 'primary'} type="submit" pending={draft.isPending}>
            {drafted ? 'Draft again' : 'Draft'}
          </Button>
        </form>
        {failed && <ErrorNotice error={failed} />}
        {drafted ? (
          <Drafted of={drafted} />
        ) : (
          <p className="quiet">
            Drafts a field for each thing that agents ask and customers answer, with a type from the answers.
            What agents say after the last question becomes an action. Nothing is saved until you keep it.
          </p>
        )}
      </div>
    </section>
  );
}

function Drafted({ of: { set, fields, actions, leftOut, dialogues } }: { readonly of: DraftedWorksheets }) {
  const own = set.worksheets[0]?.fields ?? [];
  return (
    <>
      <table className="wide worksheets-drafted">
        <caption className="small quiet">
          {formatAmount(fields.length, 'field')} from {formatAmount(dialogues, 'dialogue')}
        </caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Question</th>
            <th scope="col">Type, and the answers that have it</th>
            <th scope="col" className="number">
              Asked
            </th>
            <th scope="col" className="number">
              Answered
            </th>
            <th scope="col">Dialogues</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((evidence, at) => {
            const field = own[at];
            return (
              <tr key={evidence.field}>
                <th scope="row">
                  {evidence.field}
                  {evidence.required && <span className="quiet small"> required</span>}
                </th>
                <td>{field?.description}</td>
                <td>
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
                </td>
                <td className="number" title={`By ${evidence.tag}`}>
                  {formatCount(evidence.asked)}
                  <div className="quiet small">{formatShare(evidence.share)}</div>
                </td>
                <td className="number">{formatCount(evidence.answered)}</td>
                <td>
                  <Examples of={evidence.examples} what={evidence.field} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {actions.length > 0 && (
        <section className="stack-1" aria-label="Actions">
          <h3>Actions after all questions</h3>
          {actions.map(({ tag, says, dialogues: all, share, examples }) => (
            <p key={tag}>
              “{says}”{' '}
              <span className="quiet small">
                {formatAmount(all, 'dialogue')}, {formatShare(share)} of those that asked, #{tag}
              </span>{' '}
              <Examples of={examples} what={tag} />
            </p>
          ))}
        </section>
      )}
      {leftOut.length > 0 && (
        <p className="quiet small">
          Asked too rarely for a field:{' '}
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
