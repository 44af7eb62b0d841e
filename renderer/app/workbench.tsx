import { useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { known } from '#shared/domain/known.ts';
import { FilterBar } from '../features/filters/index.ts';
import { allFeatures } from '../project/feature.ts';
import { useMode } from '../project/mode.ts';
import { useShown } from '../project/use-shown.ts';
import { useView } from '../project/view.ts';
import { WorkbenchHeader } from './header.tsx';
import { LostProject } from './lost-project.tsx';
import './workbench.css';

/** The open project, looked at in one of its views. */
export function Workbench({ project }: { readonly project: Project }) {
  const entered = useView((view) => view.project === project.path);
  useEffect(() => {
    for (const { onOpen } of allFeatures()) onOpen?.(project.path);
  }, [project.path]);
  return entered ? <OpenWorkbench project={project} /> : null;
}

function OpenWorkbench({ project }: { readonly project: Project }) {
  const shown = useShown();
  const name = useMode((state) => state.mode);
  const views = allFeatures().flatMap(({ view }) => view ?? []);
  const {
    mode,
    isFiltered = false,
    component: View,
  } = known(views.find((view) => view.mode.name === name) ?? views[0], 'view');
  return (
    <>
      <WorkbenchHeader project={project} mode={mode} shown={shown} />
      <LostProject project={project} />
      {isFiltered && project.counts.dialogues > 0 && <FilterBar run={shown.run?.id ?? null} />}
      <main className="workbench">
        <View project={project} shown={shown} />
      </main>
      {allFeatures().map(({ order, alongside: Piece }) => Piece && <Piece key={order} />)}
    </>
  );
}
