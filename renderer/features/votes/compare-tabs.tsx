import { Tabs } from '../../ui/panes/tabs.tsx';
import { changeVotes, useVotes } from './vote-state.ts';

export const COMPARE_PANEL = 'compare-panel';

/** The parts of the comparison. */
export function CompareTabs() {
  const screen = useVotes((state) => state.screen);
  return (
    <Tabs
      label="Comparison"
      value={screen}
      options={[
        { value: 'columns', label: 'Side by side' },
        { value: 'vote', label: 'Vote' },
        { value: 'ranking', label: 'Ranking' },
      ]}
      panelId={COMPARE_PANEL}
      onChange={(next) => changeVotes({ screen: next })}
    />
  );
}
