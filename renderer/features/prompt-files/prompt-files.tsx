import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { JobReason } from '#shared/contract/jobs.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client, native } from '../../client/api.ts';
import { exportFile } from '../../client/export-file.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { DropMenu } from '../../ui/overlays/menu.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { ErrorNotice, Notice } from '../../ui/state/notice.tsx';

/**
 * Returns a checkbox that sends the prompts to files instead of the model.
 * `agreed` is false if nothing may be sent, so that there is no choice.
 */
export function useElsewhere(agreed: boolean): {
  readonly choice: ReactNode;
  readonly elsewhere: { readonly elsewhere?: true };
} {
  const [chosen, setChosen] = useState(false);
  const is = chosen || !agreed;
  return {
    elsewhere: is ? { elsewhere: true } : {},
    choice: (
      <Choice
        label="Answer elsewhere"
        hint={`${agreed ? 'Nothing is sent.' : 'You have not agreed to send data to this server, so nothing is sent.'} Export the prompts, have them answered elsewhere, then import the answers.`}
        checked={is}
        disabled={!agreed}
        onChange={setChosen}
      />
    ),
  };
}

type ImportReport = Awaited<ReturnType<DialogramClient['promptFiles']['import']>>;

function AnswersTaken({ read, onClose }: { readonly read: ImportReport; readonly onClose: () => void }) {
  const { left, leftInAll } = read;
  return (
    <Notice
      kind={leftInAll === 0 ? 'done' : 'warning'}
      actions={
        <Button small onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>{takenText(read)}</p>
      {left.length > 0 && (
        <Focusable as="section" className="answers-left scrolls above-2" aria-label="Rejected lines">
          <FigureTable
            className="ruled run-figures"
            columns={[
              { name: 'Line', cellClass: () => 'number', value: ({ line }) => formatCount(line) },
              {
                name: 'Prompt',
                title: ({ id }) => id ?? undefined,
                value: ({ id }) => (id === null ? '–' : id.slice(0, 8)),
              },
              { name: 'Reason', value: ({ reason }) => reason },
            ]}
            rows={left}
            keyOf={({ line }) => line}
          />
        </Focusable>
      )}
      {leftInAll > left.length && (
        <p className="small">
          The first {formatCount(left.length)} of {formatCount(leftInAll)}.
        </p>
      )}
    </Notice>
  );
}

export function takenText({
  read,
  taken,
  waiting,
  tokens,
  done,
}: Omit<ImportReport, 'left' | 'leftInAll'>): string {
  const lines = `${formatCount(taken)} of ${formatAmount(read, 'line')} ${taken === 1 ? 'was' : 'were'} accepted.`;
  const took = tokens > 0 ? ` The answers used ${formatAmount(tokens, 'token')}.` : '';
  if (done) return `${lines}${took} The run is complete.`;
  const waits = `${formatAmount(waiting, 'prompt')} still ${waiting === 1 ? 'needs' : 'need'} an answer. Export the prompts again.`;
  return waiting === 0 ? `${lines}${took}` : `${lines}${took} ${waits}`;
}

type PromptFormat = Parameters<DialogramClient['promptFiles']['export']>[0]['to'];

const FORMATS: readonly {
  readonly to: PromptFormat;
  readonly ending: string;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    to: 'jsonl',
    ending: 'jsonl',
    label: 'JSON Lines',
    hint: 'One prompt per line, with its id. Answer each prompt with a line {"id", "answer"}.',
  },
  {
    to: 'openai',
    ending: 'batch.jsonl',
    label: 'Batch file',
    hint: "Upload the file to a provider's batch page, then import the results here.",
  },
  { to: 'csv', ending: 'csv', label: 'CSV', hint: 'Someone can fill in the "answer" column by hand.' },
];

interface PromptFilesProps {
  readonly run: RunId;
  readonly name: string;
  readonly reason: JobReason | null;
  readonly paused: boolean;
  readonly children?: ReactNode;
}

export function PromptFiles({ run, name, reason, paused, children }: PromptFilesProps) {
  const write = useMutation({
    mutationFn: ({ to, ending }: (typeof FORMATS)[number]) =>
      exportFile(
        `${name} prompts.${ending}`,
        (target) => client.promptFiles.export({ run, to, ...target }),
        ({ prompts }) => formatAmount(prompts, 'prompt'),
      ),
  });
  const [read, setRead] = useState<Awaited<ReturnType<DialogramClient['promptFiles']['import']>> | null>(
    null,
  );
  const take = useMutation({
    mutationFn: async () => {
      const [path, ...others] = await native.chooseFilesToImport();
      if (path === undefined) return;
      if (others.length > 0) throw new Error('Choose one answer file at a time.');
      setRead(null);
      setRead(await client.promptFiles.import({ run, path }));
    },
  });
  const busy = write.isPending || take.isPending;
  const waits = reason?.code === 'elsewhere';
  const error = take.error ?? write.error;
  return (
    <>
      {(paused || busy) && (
        <Notice kind="info">
          <p>
            {waits ? (
              <>
                {reason.message} {children}
              </>
            ) : (
              'The remaining prompts can be answered elsewhere: by another tool, a batch page or a person.'
            )}
          </p>
          <div className="row-2 wrap above-2">
            <DropMenu
              small
              label="Export prompts as"
              disabled={busy}
              entries={FORMATS.map((format) => ({
                label: format.label,
                hint: format.hint,
                onSelect: () => {
                  take.reset();
                  write.mutate(format);
                },
              }))}
            >
              Export prompts
            </DropMenu>
            <Button
              small
              kind={waits ? 'primary' : undefined}
              disabled={write.isPending}
              pending={take.isPending}
              onClick={() => {
                write.reset();
                take.mutate();
              }}
            >
              Import answers…
            </Button>
          </div>
        </Notice>
      )}
      {error && <ErrorNotice error={error} />}
      {read && <AnswersTaken read={read} onClose={() => setRead(null)} />}
    </>
  );
}
