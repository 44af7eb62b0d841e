import { commandGroups } from '../../app/commands.ts';
import { usePreferences } from '../../app/preferences.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { KeysOf } from './keys-of.tsx';
import './help.css';

const WHERE: Readonly<Record<string, string>> = {
  Comparison: 'while turns are compared',
  Dialogue: 'while the focus is in the list or in the transcript',
  Automaton: 'while the focus is on the graph',
};

/** The "?" sheet: every command that has keys. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const singleKeys = usePreferences((state) => state.singleKeys);
  return (
    <Dialog title="Keys" width="wide" onClose={onClose}>
      {!singleKeys && (
        <Notice>Shortcuts of a single letter or sign are turned off. Turn them on in Settings.</Notice>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys */}
      <section className="keys-groups" aria-label="All keys" tabIndex={0}>
        {commandGroups().map(({ group, commands }) => {
          const withKeys = commands.filter((command) => command.keys.length > 0);
          if (withKeys.length === 0) return null;
          return (
            <section key={group} className="keys-group">
              <h3>{group}</h3>
              {WHERE[group] && <p className="quiet small">{WHERE[group]}</p>}
              <ul>
                {withKeys.map((command) => (
                  <li key={command.id} className="keys-row">
                    <span>{command.title.replace('…', '')}</span>
                    <KeysOf keys={command.keys} each />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </section>
    </Dialog>
  );
}
