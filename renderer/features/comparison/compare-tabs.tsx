import type { ComponentType } from 'react';
import { type Command, defineCommands } from '../../commands/commands.ts';
import { defineSlot } from '../../project/feature.ts';
import { defineMode } from '../../project/mode.ts';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { changeTurn, useCompare } from './compare-state.ts';

export const COMPARE = defineMode('compare', 'test', 'Compare', 'Compare methods on one turn');

export const compareCommands = defineCommands(
  'compare',
  { group: 'Comparison', scope: 'compare' },
  {
    choose: { title: 'Choose a turn to compare…' },
    next: { title: 'Next turn', keys: ['J'] },
    previous: { title: 'Previous turn', keys: ['K'] },
    random: { title: 'Random test turn', keys: ['D'] },
    truth: { title: 'Show or hide the true answer', keys: ['T'] },
    differences: { title: 'Mark differences from the true answer', keys: ['I'] },
  },
);

interface CompareTab {
  readonly value: string;
  readonly label: string;
  readonly component: ComponentType;
  readonly command?: Command;
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
      onChange={(tab) => changeTurn({ tab })}
    />
  );
}
