import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchItem, BatchRow, BatchRun } from '#shared/contract/batch.ts';
import { costText, figureText, formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { showMode } from '../../../project/mode.ts';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { FigureTable } from '../../../ui/lists/figure-table.tsx';
import { closeDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import { FailedState, LoadingState, Notice } from '../../../ui/state/notice.tsx';
import { Grounds } from '../../columns/index.ts';
import { COMPARE, changeTurn } from '../../comparison/index.ts';
import { Messages } from '../../lasting-runs/index.ts';
import { batchQueries } from '../use-wider-result.ts';

interface SaidAlike {
  readonly text: string;
  readonly indexes: readonly number[];
}

export function groupColumns(answers: readonly (string | null)[]): SaidAlike[] {
  const groups = new Map<string, { text: string; indexes: number[] }>();
  for (const [index, text] of answers.entries()) {
    if (text === null) continue;
    const words = text.replace(/\s+/gu, ' ').trim();
    const same = groups.get(words);
    if (same) same.indexes.push(index);
    else groups.set(words, { text, indexes: [index] });
  }
  return [...groups.values()].sort((left, right) => right.indexes.length - left.indexes.length);
}

interface BatchRowDetailsProps {
  readonly run: BatchRun;
  readonly item: BatchItem;
}

export function BatchRowDetails({ run, item }: BatchRowDetailsProps) {
  const answered = run.columns.filter((_, place) => item.cells[place] !== null);
  const [chosen, setChosen] = useState(answered[0]?.key ?? '');
  const found = useQuery({
    ...batchQueries.row(run.run, item.item, chosen),
    enabled: chosen !== '',
  });
  return (
    <Dialog
      title={`${item.externalId}, turn ${item.turn + 1}`}
      width="wide"
      cancel="Close"
      main={{
        label: 'Open in Compare',
        onClick: () => {
          changeTurn({ turn: { dialogue: item.dialogue, turn: item.turn } });
          showMode(COMPARE);
          closeDialog();
        },
      }}
    >
      <RowDialogue run={run} item={item} />
      {answered.length === 0 ? (
        <p className="quiet">No answers yet.</p>
      ) : (
        <SelectField
          label="Column"
          value={chosen}
          options={answered.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={setChosen}
        />
      )}
      {found.isError && <FailedState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && chosen !== '' && <LoadingState />}
      {found.data && <Details row={found.data} />}
    </Dialog>
  );
}

function RowDialogue({ run, item }: { readonly run: BatchRun; readonly item: BatchItem }) {
  const groups = groupColumns(item.cells.map((cell) => cell?.answer || null));
  if (run.columns.length < 2 || groups.length === 0) return null;
  return (
    <section className="stack-2" aria-label="Answers">
      <h3>
        {formatAmount(groups.length, 'answer')} of {formatAmount(run.columns.length, 'column')}
      </h3>
      <ul className="gap-2 grid">
        {groups.map(({ text, indexes }) => (
          <li key={indexes[0]} className="quote indent-2">
            <p>{text}</p>
            <span className="quiet small">
              {indexes.length > 1 && `${indexes.length} columns: `}
              {indexes.map((index) => run.columns[index]?.title).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Details({ row }: { readonly row: BatchRow }) {
  const { measures, tokens } = row;
  return (
    <div className="stack-2">
      {row.problem && <Notice kind="warning">{row.problem}</Notice>}
      <h3>Previous turn</h3>
      <p>{row.asked}</p>
      <FigureTable
        className="ruled run-figures"
        columns={[
          { name: 'True answer', value: ({ truth }) => truth },
          { name: 'Answer', value: ({ text }) => text ?? '–' },
        ]}
        rows={row.answers}
        keyOf={({ turn }) => turn}
      />
      <p className="quiet small">
        BLEU {figureText(measures.bleu)} · ROUGE-1 {figureText(measures.rouge1)} · ROUGE-2{' '}
        {figureText(measures.rouge2)} · ROUGE-L {figureText(measures.rougeL)} · act F1{' '}
        {figureText(measures.actF1)} · embedding {figureText(measures.embedding, { digits: 2 })} · BERTScore{' '}
        {figureText(measures.bertScore, { digits: 2 })} · {figureText(row.latencyMs)} ms
        {row.prompt !== null && (
          <>
            {' '}
            ·{' '}
            {tokens
              ? `${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`
              : 'tokens unknown'}{' '}
            · {row.costUsd === null ? 'cost unknown' : costText(row.costUsd)}
            {row.cached && ' · from the cache'}
          </>
        )}
      </p>
      {row.grounds && (
        <>
          <h3>Source</h3>
          <Grounds grounds={row.grounds} isOpen />
        </>
      )}
      {row.route && (
        <>
          <h3>Route</h3>
          <p>
            {row.route.path.map((state) => `q${state}`).join(' → ')}, support {row.route.support}.{' '}
            <span className="quiet">{row.route.stoppedBecause}</span>
          </p>
        </>
      )}
      {row.examples.length > 0 && (
        <details>
          <summary>Examples ({row.examples.length})</summary>
          <ol className="batch-examples gap-2 grid">
            {row.examples.map((example) => (
              <li key={`${example.for} ${example.dialogue} ${example.turn}`}>
                <span className="quiet">{example.userText}</span>
                <br />
                {example.text}
                <span className="quiet small">
                  {' '}
                  {example.externalId}, turn {example.turn + 1}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
      {row.prompt && (
        <details>
          <summary>Prompt, version {row.promptVersion}</summary>
          <Messages of={row.prompt} />
        </details>
      )}
    </div>
  );
}
