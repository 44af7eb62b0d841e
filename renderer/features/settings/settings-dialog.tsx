import { useState } from 'react';
import { known } from '#shared/domain/known.ts';
import { SearchField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { findSettings, orderedSections } from './sections.ts';
import './settings.css';

/** All settings, by section; a search shows those that it finds in any of them. */
export function SettingsDialog({
  section: first,
  onClose,
}: {
  readonly section: string | null;
  readonly onClose: () => void;
}) {
  const sections = orderedSections();
  const [chosen, setChosen] = useState(first);
  const [query, setQuery] = useState('');
  const isSearch = query.trim() !== '';
  const current = known(sections.find(({ id }) => id === chosen) ?? sections[0], 'section');
  const shown = isSearch ? findSettings(sections, query) : [current];
  return (
    <Dialog title="Settings" width="widest" onClose={onClose}>
      <div className="settings">
        <nav className="stack-2" aria-label="Sections of the settings">
          <SearchField
            label="Search settings"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  className="wide settings-entry"
                  aria-current={!isSearch && id === current.id ? 'true' : undefined}
                  onClick={() => {
                    setChosen(id);
                    setQuery('');
                  }}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="stack-4 settings-shown">
          <p className={isSearch && shown.length === 0 ? 'quiet' : 'visually-hidden'} role="status">
            {isSearch && shown.length === 0 && `No setting has “${query.trim()}” in its name.`}
          </p>
          {shown.map(({ id, title, settings }) => (
            <section key={id} className="stack-4" aria-label={title}>
              <h3>{title}</h3>
              {settings.map(({ title, component: Setting }) => (
                <Setting key={title} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
