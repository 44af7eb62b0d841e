import { commandOf } from '../../app/commands.ts';
import { isMac, keysText } from '../../app/keys.ts';
import { useCommand } from '../../app/use-command.ts';
import { MODES, showMode, useMode } from './mode.ts';
import './mode-switch.css';

/** Explore, compare, results: the views of a project. */
export function ModeSwitch() {
  const mode = useMode((state) => state.mode);
  useCommand('mode.explore', () => showMode('explore'));
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
          title={`${commandOf(command).title} (${keysText(commandOf(command).keys[0], isMac())})`}
          onClick={() => showMode(value)}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
