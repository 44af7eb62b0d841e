import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { useCommand } from '../../commands/use-command.ts';
import type { Shown } from '../../project/use-shown.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { LoadingState } from '../../ui/state/notice.tsx';
import { NextStep } from '../steps/index.ts';
import { AgreementView } from './agreement/agreement-view.tsx';
import { reviewCommands } from './commands.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ORDER_NAMES } from './orders.ts';
import { QualityPanel } from './quality-panel.tsx';
import { reviewQueries } from './queries.ts';
import { QueueView } from './queue/queue-view.tsx';
import { showAgreement, showQueue, showStart, useReview } from './review-state.ts';
import { StartScreen } from './start-screen.tsx';
import './review.css';

/** Reviews tags turn by turn, and compares two sides. */
export function ReviewView({ project, shown }: { readonly project: Project; readonly shown: Shown }) {
  const { screen, queue } = useReview();
  const [exporting, setExporting] = useState(false);
  useCommand(reviewCommands.start, showStart);
  useCommand(reviewCommands.agreement, () => showAgreement());
  useCommand(reviewCommands.export, () => setExporting(true));
  if (shown.pending) return <LoadingState />;
  if (shown.runs.length === 0) return <NextStep project={project} />;
  return (
    <>
      {screen === 'agreement' ? (
        <AgreementView project={project} shown={shown} onExport={() => setExporting(true)} />
      ) : screen === 'start' || queue === null ? (
        <StartScreen shown={shown} />
      ) : screen === 'summary' ? (
        <SummaryScreen queue={queue} />
      ) : (
        <QueueView queue={queue} shown={shown} />
      )}
      {exporting && <ExportDialog project={project} shown={shown} onClose={() => setExporting(false)} />}
    </>
  );
}

/** Shows the result of a session, and the next steps. */
function SummaryScreen({ queue }: { readonly queue: number }) {
  const found = useQuery(reviewQueries(useApi().client).queue(queue)).data;
  const on = useRef<HTMLButtonElement>(null);
  const there = found !== undefined;
  useEffect(() => {
    if (there) on.current?.focus();
  }, [there]);
  if (!found) return null;
  return (
    <section className="stack-4 review-summary" aria-label="Review">
      <h2>{ORDER_NAMES[found.order].title}</h2>
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
