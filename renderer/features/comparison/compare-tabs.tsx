import type { ComponentType } from 'react';
import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/feature.ts';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { showCompareTab, useCompare } from './compare-state.ts';

interface CompareTab {
  readonly value: string;
  readonly label: string;
  readonly component: ComponentType;
  readonly command?: Command;
  /** True if the tab asks methods, and so waits until they are ready. */
  readonly asks: boolean;
}

export const compareTabs = defineSlot<CompareTab>();

export const COMPARE_PANEL = 'compare-panel';

export function CompareTabs() {
  const tab = useCompare((state) => state.tab);
  return (
    <Tabs
      label="Comparison"
      value={tab}
      options={compareTabs.items}
      panelId={COMPARE_PANEL}
      onChange={showCompareTab}
    />
  );
}
