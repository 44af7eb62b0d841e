import { useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { known } from '#shared/domain/known.ts';
import { FilterBar } from '../features/filters/index.ts';
import { allFeatures, allViews } from '../project/feature.ts';
import { AREAS, type Area, showMode, useMode } from '../project/mode.ts';
import { useShown } from '../project/use-shown.ts';
import { useView } from '../project/view.ts';
import { Tabs } from '../ui/panes/tabs.tsx';
import { WorkbenchHeader } from './header.tsx';
import { LostProject } from './lost-project.tsx';
import './workbench.css';

const VIEW_PANEL = 'view';

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
  const views = allViews();
  const {
    mode,
    isFiltered = false,
    component: View,
  } = known(views.find((view) => view.mode.name === name) ?? views[0], 'view');
  const siblings = views.filter((view) => view.mode.area === mode.area);
  return (
    <>
      <WorkbenchHeader project={project} mode={mode} shown={shown} />
      <LostProject project={project} />
      {isFiltered && project.counts.dialogues > 0 && <FilterBar run={shown.run?.id ?? null} />}
      <main className="workbench">
        {siblings.length > 1 && (
          <div className="view-tabs">
            <Tabs
              label={`Views of ${labelOf(mode.area)}`}
              value={mode.name}
              options={siblings.map((view) => ({ value: view.mode.name, label: view.mode.label }))}
              panelId={VIEW_PANEL}
              onChange={(chosen) => {
                const next = siblings.find((view) => view.mode.name === chosen);
                if (next) showMode(next.mode);
              }}
            />
          </div>
        )}
        <div
          className="workbench-view"
          {...(siblings.length > 1 && {
            id: VIEW_PANEL,
            role: 'tabpanel',
            'aria-labelledby': `${VIEW_PANEL}-${mode.name}`,
          })}
        >
          <View project={project} shown={shown} />
        </div>
      </main>
      {allFeatures().map(({ order, alongside: Piece }) => Piece && <Piece key={order} />)}
    </>
  );
}

function labelOf(area: Area): string {
  return known(
    AREAS.find(({ name }) => name === area),
    `area ${area}`,
  ).label;
}
