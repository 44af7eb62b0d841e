import { useKeyHint } from '../commands/command-keys.ts';
import { useCommand } from '../commands/use-command.ts';
import { allFeatures } from '../project/feature.ts';
import { type Mode, showMode } from '../project/mode.ts';
import './mode-switch.css';

/** The views of a project. */
export function ModeSwitch({ shown }: { readonly shown: Mode }) {
  const modes = allFeatures().flatMap(({ view }) => view?.mode ?? []);
  return (
    <nav className="modes" aria-label="Views">
      {modes.map((mode) => (
        <ModeButton key={mode.name} mode={mode} current={mode === shown} />
      ))}
    </nav>
  );
}

function ModeButton({ mode, current }: { readonly mode: Mode; readonly current: boolean }) {
  const show = () => showMode(mode);
  const withKeys = useKeyHint();
  useCommand(mode.command, show);
  return (
    <button
      type="button"
      className="mode"
      aria-current={current ? 'page' : undefined}
      title={withKeys(mode.command)}
      onClick={show}
    >
      {mode.label}
    </button>
  );
}
