import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { formatAmount, formatCount, formatSetShare } from '#shared/domain/figure-text.ts';
import { LEAST_FOLLOWED } from '#shared/domain/flow.ts';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { flowQueries, freeName, openFlow, sourceOf, TASK_FIELD } from './flows-state.ts';

/** Fewer dialogues show no flow that they have in common. */
const LEAST_DIALOGUES = 20;

interface Tried {
  readonly value: string;
  readonly dialogues: number;
  readonly followed: number;
  /** Null if these dialogues have no common flow. */
  readonly drafted: Awaited<ReturnType<DialogramClient['flows']['propose']>> | null;
  /** The step that most of them have. */
  readonly commonest: string | null;
}

interface DraftEachDialogProps {
  /** Drafts one flow from dialogues that the person chooses. */
  readonly onOther: () => void;
  readonly onClose: () => void;
}

/** Drafts a flow for each topic, task or domain, and adds those that follow enough of their dialogues. */
export function DraftEachDialog({ onOther, onClose }: DraftEachDialogProps) {
  const { client } = useApi();
  const asked = question('filters.fields', client.filters.fields, { run: null }, about('corpus', 'tags'));
  const fields = (useQuery(asked).data ?? []).filter(({ name }) => TASK_FIELD.test(name));
  const flows = useQuery(flowQueries(client).list).data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState<readonly Tried[]>([]);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const field =
    fields.find(({ name }) => name === chosen) ?? fields.find(({ name }) => name === 'topic') ?? fields[0];
  const values = (field?.values ?? []).filter(({ dialogues }) => dialogues >= LEAST_DIALOGUES);

  const propose = useMutation({
    mutationFn: async (): Promise<void> => {
      setTried([]);
      for (const { value } of values) {
        if (isClosed.current || !field) return;
        const source = { where: sourceOf(field.name, value), states: null, run: null, share: null };
        const found = await client.flows.propose({ name: freeName(value, flows), source });
        const { draft, common } = found;
        setTried((before) => [
          ...before,
          {
            value,
            dialogues: draft.dialogues,
            followed: Math.max(0, draft.followed ?? 0),
            drafted: common === null ? found : null,
            commonest: common?.[0]?.label ?? null,
          },
        ]);
      }
    },
  });
  const drafts = tried.flatMap(({ drafted }) => drafted ?? []);
  const add = useMutation({
    mutationFn: async (): Promise<void> => {
      for (const { flow, draft } of drafts) {
        const description = `Draft the flow ${flow.name} from ${formatAmount(draft.dialogues, 'dialogue')}`;
        await client.flows.save({ was: null, flow, draft, description });
      }
      tell(`${formatAmount(drafts.length, 'flow')} added.`);
      openFlow(drafts[0]?.flow.name ?? null);
      onClose();
    },
    meta: about('flows'),
  });
  const isDone = propose.isSuccess;
  return (
    <Dialog
      title="Draft a flow for each topic"
      onClose={onClose}
      main={
        isDone && drafts.length === 0
          ? {
              label: 'Choose other dialogues',
              onClick: () => {
                onClose();
                onOther();
              },
            }
          : isDone
            ? {
                label: `Add ${formatAmount(drafts.length, 'flow')}`,
                pending: add.isPending,
                onClick: () => add.mutate(),
              }
            : {
                label: propose.isPending ? `Drafting, ${tried.length} of ${values.length} done…` : 'Draft',
                disabled: values.length === 0,
                pending: propose.isPending,
                onClick: () => propose.mutate(),
              }
      }
    >
      <p className="quiet small">
        A flow is added where it follows at least {formatSetShare(LEAST_FOLLOWED)} of its dialogues beyond
        chance. “All flows, by topic” in Test then takes the flow whose dialogues are most like what the
        customer writes.
      </p>
      {fields.length > 1 && field && (
        <SelectField
          label="A flow for each"
          value={field.name}
          disabled={propose.isPending}
          options={fields.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => {
            setChosen(name);
            setTried([]);
            propose.reset();
          }}
        />
      )}
      {field && values.length === 0 && (
        <p>
          No {field.name.replace(/s$/, '')} has {LEAST_DIALOGUES} dialogues or more.
        </p>
      )}
      {isDone && <p>{summaryOf(tried, field?.name.replace(/s$/, '') ?? 'topic')}</p>}
      {tried.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
        <section className="flow-common" aria-label="Drafts" tabIndex={0}>
          <FigureTable
            columns={[
              { name: 'Dialogues about', isName: true, value: ({ value }) => value },
              { name: 'Dialogues', value: ({ dialogues }) => formatCount(dialogues) },
              { name: 'Follows', value: ({ followed }) => formatSetShare(followed) },
              {
                name: 'Result',
                value: ({ drafted, commonest }) =>
                  drafted
                    ? formatAmount(drafted.flow.nodes.length, 'node')
                    : `no common flow${commonest ? `; most often ${commonest}` : ''}`,
              },
            ]}
            rows={tried}
            keyOf={({ value }) => value}
          />
        </section>
      )}
      {(propose.isError || add.isError) && <ErrorNotice error={propose.error ?? add.error} />}
    </Dialog>
  );
}

/** "3 of 19 topics have a common flow." */
export function summaryOf(tried: readonly Pick<Tried, 'followed' | 'drafted'>[], field: string): string {
  const found = tried.filter(({ drafted }) => drafted !== null).length;
  if (found > 0)
    return `${formatCount(found)} of ${formatAmount(tried.length, field)} ${found === 1 ? 'has' : 'have'} a common flow.`;
  const best = Math.max(0, ...tried.map(({ followed }) => followed));
  return `None of ${formatAmount(tried.length, field)} has a common flow: the best draft follows ${formatSetShare(best)} of its dialogues beyond chance.`;
}
