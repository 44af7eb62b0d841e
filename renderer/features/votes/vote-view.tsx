import { COMPARE_PANEL, CompareTabs } from './compare-tabs.tsx';
import { RankingView } from './ranking-view.tsx';
import { VoteStart } from './vote-start.tsx';
import { useVotes } from './vote-state.ts';
import { Voting } from './voting.tsx';
import './votes.css';

/** Blind votes on two answers, and the ranking they make. While a pair is blind nothing here names a method. */
export function VoteView() {
  const { screen, voting, series, pair } = useVotes();
  if (screen === 'vote' && voting && (series !== null || pair !== null)) {
    return (
      <section id={COMPARE_PANEL} className="panel compare" aria-label="Blind vote">
        <Voting />
      </section>
    );
  }
  return (
    <section id={COMPARE_PANEL} className="panel compare" aria-label={screen === 'vote' ? 'Vote' : 'Ranking'}>
      <div className="compare-bar">
        <CompareTabs />
      </div>
      {screen === 'vote' ? <VoteStart /> : <RankingView />}
    </section>
  );
}
