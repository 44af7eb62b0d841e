import { useEffect, useId, useRef, useState } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { PICTURE_SIZES } from '#shared/domain/picture-sizes.ts';
import { useApi } from '../../client/api.tsx';
import { goOver } from './consequence-state.ts';
import './consequence.css';

/** Sets the number of states, and says how much of unseen dialogues the picture follows. */
export function SizeSlider({ automaton }: { readonly automaton: AutomatonSummary }) {
  const { client, queryClient } = useApi();
  const id = useId();
  // The size asked for last, until its picture is shown. A newer one replaces it.
  const [asked, setAsked] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const [error, setError] = useState(false);
  const latest = useRef(automaton);
  latest.current = automaton;
  const now = sizeOf(automaton);
  const stops = [...new Set([...PICTURE_SIZES, now])].sort((a, b) => a - b);
  const shown = asked ?? now;

  // So that the first move does not wait for the tags to be read. An error shows at the move.
  useEffect(() => {
    client.automata.prepareSizes({ automaton: latest.current.id }).catch(() => {});
  }, [client]);

  const resize = async (states: number): Promise<void> => {
    setAsked(states);
    const isWorking = wanted.current !== null;
    wanted.current = states;
    if (isWorking) return;
    try {
      for (let done: number | null = null; wanted.current !== done; ) {
        done = wanted.current;
        const { current } = latest;
        const made = await client.automata.resize({ automaton: current.id, states: done ?? states });
        await goOver({ client, queryClient }, current, { ...made, to: made.automaton, kept: null });
        // The next resize starts from this automaton.
        latest.current = { ...current, id: made.automaton };
      }
      setError(false);
    } catch {
      setError(true);
    }
    wanted.current = null;
    setAsked(null);
  };

  return (
    <div className="row-2 slider-row size-slider">
      <label htmlFor={id}>Fewer ↔ more states</label>
      <input
        id={id}
        type="range"
        min={0}
        max={stops.length - 1}
        step={1}
        value={stops.indexOf(shown)}
        aria-valuetext={`at most ${formatAmount(shown, 'state')}`}
        onChange={({ target }) => void resize(stops[Number(target.value)] ?? now)}
      />
      <output htmlFor={id}>{shown}</output>
      <span role={error ? 'alert' : undefined}>
        {error ? 'The picture could not be changed. Try again.' : describeFollowed(automaton)}
      </span>
    </div>
  );
}

/** Returns the maximum number of states of a picture. */
function sizeOf({ params, report }: AutomatonSummary): number {
  return typeof params.states === 'number' ? params.states : (report.size?.states ?? report.states);
}

/** Says how many turns of unseen dialogues a picture follows, among those whose tag it knows. */
function describeFollowed({ report }: Pick<AutomatonSummary, 'report'>): string {
  const measured = report.reach?.policies.find(({ policy }) => policy === 'overview');
  if (!measured || measured.rounds === 0) return '';
  return `Follows ${formatShare(measured.shareOfRounds, { rough: true })} of the turns in unseen dialogues`;
}
