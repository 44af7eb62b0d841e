import { type ComponentType, useState } from 'react';
import { required } from '#shared/domain/required.ts';
import { defineSlot } from '../../project/feature.ts';
import { SearchField } from '../../ui/inputs/field.tsx';
import { Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import './settings.css';

interface Setting {
  readonly title: string;
  readonly words: string;
  readonly component: ComponentType;
}

export interface SettingsSection {
  readonly order: number;
  readonly id: string;
  readonly title: string;
  readonly settings: readonly Setting[];
}

export const settingsSections = defineSlot<SettingsSection>();

const orderedSections = (): SettingsSection[] => settingsSections.items.toSorted((a, b) => a.order - b.order);

/** Returns the matching settings. If the title of a section matches the query, all its settings are returned. */
export function findSettings(sections: readonly SettingsSection[], query: string): SettingsSection[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isIn = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  return sections.flatMap((section) => {
    const settings = isIn(section.title)
      ? section.settings
      : section.settings.filter(({ title, words }) => isIn(`${section.title} ${title} ${words}`));
    return settings.length > 0 ? [{ ...section, settings }] : [];
  });
}

function SettingsDialog({ section: first }: { readonly section: string | null }) {
  const sections = orderedSections();
  const [chosen, setChosen] = useState(first);
  const [query, setQuery] = useState('');
  const isSearch = query.trim() !== '';
  const current = required(sections.find(({ id }) => id === chosen) ?? sections[0], 'section');
  const shown = isSearch ? findSettings(sections, query) : [current];
  return (
    <Dialog title="Settings" width="widest">
      <div className="settings one-if-narrow grid gap-6">
        <nav className="stack-2" aria-label="Settings sections">
          <SearchField label="Search settings" value={query} onChange={setQuery} />
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  className="wide lights pad-1-2 no-border rounded no-fill pointer to-start"
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
        <div className="stack-4 settings-shown shrink">
          <p className={isSearch && shown.length === 0 ? 'quiet' : 'visually-hidden'} role="status">
            {isSearch && shown.length === 0 && `No setting matches “${query.trim()}”.`}
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

export function openSettings(section: string | null = null): void {
  openDialog(SettingsDialog, { section });
}
