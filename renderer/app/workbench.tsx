import { useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { useCommand } from '../commands/use-command.ts';
import { CompareView } from '../features/comparison/compare-view.tsx';
import { forgetConsequence } from '../features/consequence/consequence-state.ts';
import { AutomatonPanel } from '../features/explore/automaton-panel.tsx';
import { DialoguesPanel } from '../features/explore/dialogues-panel.tsx';
import { ResultsView } from '../features/results/results-view.tsx';
import { ReviewView } from '../features/review/review-view.tsx';
import { SimulateView } from '../features/simulator/simulate-view.tsx';
import { VocabularyView } from '../features/vocabulary/vocabulary-view.tsx';
import { useMode } from '../project/mode.ts';
import { type Shown, useShown } from '../project/use-shown.ts';
import { enterView, fold, goTo, showTab, useView } from '../project/view.ts';
import { Split } from '../ui/panes/split.tsx';
import { WorkbenchHeader } from './header.tsx';
import './workbench.css';

/** The open project, looked at in one of its views. */
export function Workbench({ project }: { readonly project: Project }) {
  const entered = useView((view) => view.project === project.path);
  useEffect(() => {
    enterView(project.path);
    forgetConsequence();
  }, [project.path]);
  return entered ? <OpenWorkbench project={project} /> : null;
}

function OpenWorkbench({ project }: { readonly project: Project }) {
  const shown = useShown(project);
  const mode = useMode((state) => state.mode);
  return (
    <>
      <WorkbenchHeader project={project} shown={shown} />
      <main className="workbench">
        {mode === 'explore' && <Explore project={project} shown={shown} />}
        {mode === 'review' && <ReviewView project={project} shown={shown} />}
        {mode === 'vocabulary' && <VocabularyView project={project} shown={shown} />}
        {mode === 'simulate' && <SimulateView project={project} />}
        {mode === 'compare' && <CompareView project={project} />}
        {mode === 'results' && <ResultsView project={project} />}
      </main>
    </>
  );
}

/** The automaton beside the dialogues behind it. */
function Explore({ project, shown }: { readonly project: Project; readonly shown: Shown }) {
  const folded = useView((view) => view.folded);
  const empty = project.counts.dialogues === 0;
  const hasAutomaton = shown.automaton !== null;

  useCommand('view.fold', empty ? null : () => fold(!folded));
  useCommand('view.all', empty ? null : () => goTo({ kind: 'all' }));
  useCommand('view.graph', hasAutomaton ? () => showTab('graph') : null);
  useCommand('view.table', hasAutomaton ? () => showTab('table') : null);

  if (empty) return <AutomatonPanel project={project} shown={shown} />;
  return (
    <Split
      name="dialogues"
      axis="columns"
      label="Width of the dialogues panel"
      initial={0.38}
      minFirst={360}
      minSecond={320}
      folded={folded}
      onFold={() => fold(true)}
      first={<AutomatonPanel project={project} shown={shown} />}
      second={<DialoguesPanel shown={shown} />}
    />
  );
}
