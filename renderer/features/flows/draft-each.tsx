import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { TASK_FIELD } from './flows-state.ts';

/** Topics with fewer dialogues are left out. */
const LEAST_DIALOGUES = 20;

export interface DraftOfOne {
  readonly dialogues: number;
  /** The share of these dialogues that the draft fits, 0 … 1. */
  readonly share: number;
  /** The draft in a few words, or why there is none. */
  readonly result: string;
  readonly keep: (() => Promise<void>) | null;
}

interface DraftEachProps {
  readonly what: string;
  readonly common: string;
  readonly note: string;
  readonly share: string;
  readonly best: (share: string) => string;
  readonly draft: (field: string, value: string) => Promise<DraftOfOne>;
  readonly topic: 'flows' | 'worksheets';
  /** The flows or worksheets of the project. A topic that has one is left out. */
  readonly known: readonly { readonly name: string }[];
  readonly onOther: () => void;
}

type DraftTrial = DraftOfOne & { readonly value: string };

export function DraftEach({ what, common, note, share, best, draft, topic, known, onOther }: DraftEachProps) {
  const asked = question('filters.fields', client.filters.fields, { run: null }, about('corpus', 'tags'));
  const fields = (useQuery(asked).data ?? []).filter(({ name }) => TASK_FIELD.test(name));
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState<readonly DraftTrial[]>([]);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const field =
    fields.find(({ name }) => name === chosen) ?? fields.find(({ name }) => name === 'topic') ?? fields[0];
  const isKnown = (value: string): boolean => known.some(({ name }) => name === value.slice(0, 100));
  const values = (field?.values ?? []).filter(
    ({ value, dialogues }) => dialogues >= LEAST_DIALOGUES && !isKnown(value),
  );

  const propose = useMutation({
    mutationFn: async (): Promise<void> => {
      setTried([]);
      for (const { value } of values) {
        if (isClosed.current || !field) return;
        const found = await draft(field.name, value);
        setTried((before) => [...before, { ...found, value }]);
      }
    },
  });
  const drafts = tried.flatMap(({ keep }) => keep ?? []);
  const add = useMutation({
    mutationFn: async (): Promise<void> => {
      for (const keep of drafts) await keep();
      tell(`${formatAmount(drafts.length, what)} added.`);
      closeDialog();
    },
    meta: about(topic),
  });
  const isDone = propose.isSuccess;
  const kind = field?.name.replace(/s$/, '') ?? 'topic';
  return (
    <Dialog
      title={`Draft a ${what} for each topic`}
      main={
        isDone && drafts.length === 0
          ? {
              label: 'Choose other dialogues',
              onClick: () => {
                closeDialog();
                onOther();
              },
            }
          : isDone
            ? {
                label: `Add ${formatAmount(drafts.length, what)}`,
                does: add,
              }
            : {
                label: propose.isPending ? `Drafting: ${tried.length} of ${values.length} done…` : 'Draft',
                disabled: values.length === 0,
                does: propose,
              }
      }
    >
      <p className="quiet small">{note}</p>
      {fields.length > 1 && field && (
        <SelectField
          label={`A ${what} for each`}
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
      {values.length === 0 && (
        <p>
          No {kind} without a {what} has at least {LEAST_DIALOGUES} dialogues.
        </p>
      )}
      {isDone && values.length > 0 && <p>{summaryOf(tried, kind, common, best)}</p>}
      {tried.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
        <section className="ruled flow-common scrolls" aria-label="Drafts" tabIndex={0}>
          <FigureTable
            columns={[
              { name: 'Dialogues about', isName: true, value: ({ value }) => value },
              { name: 'Dialogues', className: 'number', value: ({ dialogues }) => formatCount(dialogues) },
              { name: share, className: 'number', value: (one) => formatShare(one.share) },
              { name: 'Result', value: ({ result }) => result },
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

function summaryOf(
  tried: readonly DraftOfOne[],
  kind: string,
  common: string,
  best: DraftEachProps['best'],
): string {
  const found = tried.filter(({ keep }) => keep !== null).length;
  if (found > 0)
    return `${formatCount(found)} of ${formatAmount(tried.length, kind)} ${found === 1 ? 'has' : 'have'} a common ${common}.`;
  const most = Math.max(0, ...tried.map(({ share }) => share));
  return `None of ${formatAmount(tried.length, kind)} has a common ${common}: ${best(formatShare(most))}`;
}
