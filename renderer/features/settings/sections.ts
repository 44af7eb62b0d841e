import type { ComponentType } from 'react';
import { defineSlot } from '../../project/slot.ts';

/** One setting, or several that belong together. */
export interface Setting {
  readonly title: string;
  /** More words that the search finds it by. */
  readonly words: string;
  readonly component: ComponentType;
}

export interface SettingsSection {
  /** Position among the sections. */
  readonly order: number;
  readonly id: string;
  readonly title: string;
  readonly settings: readonly Setting[];
}

/** The sections of the settings; features add theirs. */
export const settingsSections = defineSlot<SettingsSection>();

export const orderedSections = (): SettingsSection[] =>
  settingsSections.items.toSorted((a, b) => a.order - b.order);

/** Returns the sections with the settings that have every word of the query; all of a section if its title has them. */
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
