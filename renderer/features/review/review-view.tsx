import { useEffect, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { useCommand } from '../../commands/use-command.ts';
import type { Shown } from '../../project/use-shown.ts';
import { LoadingState } from '../../ui/state/notice.tsx';
import { NextStep } from '../steps/next-step-page.tsx';
import { AgreementView } from './agreement/agreement-view.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { QueueView } from './queue/queue-view.tsx';
import { enterReview, showAgreement, showStart, useReview } from './review-state.ts';
import { StartScreen } from './start-screen.tsx';
import { SummaryScreen } from './summary-screen.tsx';
import './review.css';

/** Tags reviewed round by round, and two sides compared. */
export function ReviewView({ project, shown }: { readonly project: Project; readonly shown: Shown }) {
  const entered = useReview((state) => state.project === project.path);
  const { screen, queue } = useReview();
  const [exporting, setExporting] = useState(false);
  useEffect(() => enterReview(project.path), [project.path]);
  useCommand('review.start', showStart);
  useCommand('review.agreement', () => showAgreement());
  useCommand('review.export', () => setExporting(true));
  if (!entered || shown.pending) return <LoadingState />;
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
