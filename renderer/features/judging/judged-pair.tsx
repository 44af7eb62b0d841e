import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JudgedPair, Judgement, JudgingRun } from '#shared/contract/judging.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { costText, formatCount } from '#shared/domain/figure-text.ts';
import { required } from '#shared/domain/required.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { Question } from './judge-prompt.tsx';
import { outcomeText, verdictText } from './judging-text.ts';

interface JudgedPairDetailsProps {
  readonly run: JudgingRun;
  readonly pair: JudgedPair;
}

export function JudgedPairDetails({ run, pair }: JudgedPairDetailsProps) {
  const { baseline, column } = required(run.pairs[pair.pair], `pair ${pair.pair}`);
  const [asked, setAsked] = useState(false);
  return (
    <Dialog
      title={`${pair.externalId}, turn ${pair.turn + 1}: ${outcomeText(pair)}`}
      width="wide"
      foot={<Button onClick={closeDialog}>Close</Button>}
    >
      <div className="stack-2">
        <div className="halves one-if-narrow gap-4">
          {pair.judgements.map((judgement) => (
            <Verdict
              key={String(judgement.baselineFirst)}
              judgement={judgement}
              baseline={baseline.title}
              column={column.title}
            />
          ))}
          {pair.judgements.length === 0 && (
            <p className="quiet">The judge was not asked: {outcomeText(pair)}.</p>
          )}
        </div>
        <FigureTable
          className="ruled run-figures judge-answers"
          columns={[
            { name: 'True answer', value: ({ truth }) => truth },
            { name: `Baseline: ${baseline.title}`, value: (turn) => turn.baseline ?? '–' },
            { name: `Column: ${column.title}`, value: (turn) => turn.column ?? '–' },
          ]}
          rows={pair.turns}
          keyOf={({ turn }) => turn}
        />
        <TrueDialogue pair={pair} />
        <details onToggle={({ currentTarget }) => setAsked(currentTarget.open)}>
          <summary>Question for the judge</summary>
          {asked && <Question settings={run.settings} item={pair.item} pair={pair.pair} />}
        </details>
      </div>
    </Dialog>
  );
}

interface VerdictProps {
  readonly judgement: Judgement;
  readonly baseline: string;
  readonly column: string;
}

function Verdict({ judgement, baseline, column }: VerdictProps) {
  const { baselineFirst, reason, problem, answer, tokens, costUsd, cached, latencyMs, asked } = judgement;
  return (
    <section
      className="stack-2 pad-3 rounded outline"
      aria-label={baselineFirst ? 'Baseline shown first' : 'Column shown first'}
    >
      <h3>{baselineFirst ? 'Order 1: baseline shown first' : 'Order 2: column shown first'}</h3>
      <p>
        <strong>{verdictText(judgement, baseline, column)}</strong>
        {judgement.says !== null && judgement.says !== 'tie' && ' is better'}
      </p>
      {reason && <p>{reason}</p>}
      {problem && <Notice kind="warning">{problem}</Notice>}
      {answer && (
        <details>
          <summary>Reply</summary>
          <Focusable as="pre" className="scroll-box fill-2 pad-2 pre-wrap">
            {answer}
          </Focusable>
        </details>
      )}
      <p className="quiet small">
        {tokens
          ? `${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`
          : 'tokens unknown'}{' '}
        · {costUsd === null ? 'cost unknown' : costText(costUsd)} · {formatCount(Math.round(latencyMs))} ms
        {cached && ' · from the cache'}
        {asked > 1 && ` · asked ${asked} times`}
      </p>
    </section>
  );
}

function TrueDialogue({ pair }: { readonly pair: JudgedPair }) {
  const [open, setOpen] = useState(false);
  const found = useQuery({ ...projectQueries.dialogue(pair.dialogue, null, null), enabled: open });
  const judged = new Set(pair.turns.map(({ turn }) => turn));
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The true dialogue</summary>
      {found.isError && <FailedState error={found.error} onRetry={() => void found.refetch()} />}
      {open && found.isPending && <LoadingState />}
      {found.data && (
        <ol className="stack-1 pad-top-2">
          <InPlace of={found.data.turns}>
            {(turn, at) => (
              <li className={`pad-1-2 ${judged.has(at) ? 'accent-soft' : ''}`}>
                <span className="small quiet">{ROLE_NAMES[turn.role]}</span>{' '}
                {turn.utterances.map(({ text }) => text).join(' ')}
              </li>
            )}
          </InPlace>
        </ol>
      )}
    </details>
  );
}
