import { COMPARE_PANEL, CompareTabs } from '../comparison/index.ts';
import { RankingView } from './ranking-view.tsx';
import { VoteStart } from './vote-start.tsx';
import { useVotes } from './vote-state.ts';
import { Voting } from './voting.tsx';
import './votes.css';

/** Blind votes on two answers. Nothing here names a method while a pair is blind. */
export function VoteView() {
  const { voting, series, pair } = useVotes();
  const under = voting && (series !== null || pair !== null);
  return (
    <section id={COMPARE_PANEL} className="panel compare" aria-label={under ? 'Blind vote' : 'Vote'}>
      {under ? <Voting /> : <CompareTabsBar />}
      {!under && <VoteStart />}
    </section>
  );
}

export function Ranking() {
  return (
    <section id={COMPARE_PANEL} className="panel compare" aria-label="Ranking">
      <CompareTabsBar />
      <RankingView />
    </section>
  );
}

function CompareTabsBar() {
  return (
    <div className="compare-bar">
      <CompareTabs />
    </div>
  );
}
