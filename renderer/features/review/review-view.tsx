import { useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { useCommand } from '../../commands/use-command.ts';
import type { Shown } from '../../project/use-shown.ts';
import { LoadingState } from '../../ui/state/notice.tsx';
import { NextStep } from '../steps/index.ts';
import { AgreementView } from './agreement/agreement-view.tsx';
import { reviewCommands } from './commands.ts';
import { ExportDialog } from './export-dialog.tsx';
import { QueueView } from './queue/queue-view.tsx';
import { showAgreement, showStart, useReview } from './review-state.ts';
import { StartScreen } from './start-screen.tsx';
import { SummaryScreen } from './summary-screen.tsx';
import './review.css';

/** Tags reviewed round by round, and two sides compared. */
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
