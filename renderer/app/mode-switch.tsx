import { useKeyHint } from '../commands/command-keys.ts';
import { useCommand } from '../commands/use-command.ts';
import { MODES, showMode, useMode } from '../project/mode.ts';
import './mode-switch.css';

/** The views of a project. */
export function ModeSwitch() {
  const mode = useMode((state) => state.mode);
  const withKeys = useKeyHint();
  useCommand('mode.explore', () => showMode('explore'));
  useCommand('mode.review', () => showMode('review'));
  useCommand('mode.vocabulary', () => showMode('vocabulary'));
  useCommand('mode.simulate', () => showMode('simulate'));
  useCommand('mode.compare', () => showMode('compare'));
  useCommand('mode.results', () => showMode('results'));
  return (
    <nav className="modes" aria-label="Views">
      {MODES.map(({ value, label, command }) => (
        <button
          key={value}
          type="button"
          className="mode"
          aria-current={value === mode ? 'page' : undefined}
          title={withKeys(command)}
          onClick={() => showMode(value)}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
