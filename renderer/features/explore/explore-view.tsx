import type { Project } from '#shared/contract/projects.ts';
import { useCommand } from '../../commands/use-command.ts';
import type { Shown } from '../../project/use-shown.ts';
import { fold, goTo, showTab, useView } from '../../project/view.ts';
import { Split } from '../../ui/panes/split.tsx';
import { AutomatonPanel } from './automaton-panel.tsx';
import { viewCommands } from './commands.ts';
import { SidePanel } from './side-panel.tsx';

export function ExploreView({ project, shown }: { readonly project: Project; readonly shown: Shown }) {
  const folded = useView((view) => view.folded);
  const empty = project.counts.dialogues === 0;
  const hasAutomaton = shown.automaton !== null;

  useCommand(viewCommands.fold, empty ? null : () => fold(!folded));
  useCommand(viewCommands.all, empty ? null : () => goTo({ kind: 'all' }));
  useCommand(viewCommands.graph, hasAutomaton ? () => showTab('graph') : null);
  useCommand(viewCommands.table, hasAutomaton ? () => showTab('table') : null);

  if (empty) return <AutomatonPanel project={project} shown={shown} />;
  return (
    <Split
      name="dialogues"
      axis="columns"
      label="Width of the findings and dialogues"
      initial={0.38}
      minFirst={360}
      minSecond={320}
      folded={folded}
      onFold={() => fold(true)}
      first={<AutomatonPanel project={project} shown={shown} />}
      second={<SidePanel shown={shown} />}
    />
  );
}
