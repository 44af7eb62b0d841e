import { useEffect, useId, useRef, useState } from 'react';
import { type AutomatonSummary, readGraph } from '#shared/contract/automata.ts';
import { PICTURE_SIZES } from '#shared/domain/automaton.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { useView } from '../../project/view.ts';
import { describeUnmeasured, isUnmeasured } from '../learn/index.ts';
import {
  dropPreview,
  goOver,
  previewAfter,
  type SizePreview,
  useConsequence,
  useSizePreview,
} from './consequence-state.ts';

/** The slider must rest this long before the picture is kept, in ms. */
const REST_MS = 400;

/** Shows previews while the slider moves; keeps the picture when it rests or loses the focus. */
export function SizeSlider({ automaton }: { readonly automaton: AutomatonSummary }) {
  const id = useId();
  // The last requested size, until its picture is kept.
  const [asked, setAsked] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const wake = useRef<() => void>(() => {});
  const [error, setError] = useState(false);
  const latest = useRef(automaton);
  latest.current = automaton;
  const sized = useSizePreview(automaton.id);
  const now = sizeOf(automaton);
  const stops = [...new Set([...PICTURE_SIZES, now])].sort((a, b) => a - b);
  const shown = asked ?? now;

  // Reads the tags before the first move. Errors appear at the move.
  useEffect(() => {
    client.automata.prepareSizes({ automaton: automaton.id }).catch(() => {});
  }, [automaton.id]);
  useEffect(() => () => wake.current(), []);

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, REST_MS);
      wake.current = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const preview = async (base: AutomatonSummary, states: number): Promise<void> => {
    if (states === sizeOf(base)) {
      dropPreview();
      return;
    }
    const { graph, stateAfter } = await client.automata.previewSize({ automaton: base.id, states });
    if (latest.current.id !== base.id) return;
    const picture = { graph: readGraph(graph), stateAfter };
    useConsequence.setState({ sized: previewAfter(previewOf(base), base.id, states, picture) });
  };

  const keep = async (base: AutomatonSummary, sized: SizePreview): Promise<void> => {
    const made = await client.automata.resize({ automaton: base.id, states: sized.states });
    await goOver(base, { ...made, to: made.automaton, kept: null, preview: sized });
    latest.current = { ...base, params: { ...base.params, states: sized.states }, id: made.automaton };
  };

  const resize = async (states: number): Promise<void> => {
    setAsked(states);
    const isWorking = wanted.current !== null;
    wanted.current = states;
    wake.current();
    if (isWorking) return;
    const { project } = useView.getState();
    try {
      for (let isDone = false; !isDone; ) {
        const base = latest.current;
        const done: number = wanted.current ?? states;
        await preview(base, done);
        if (wanted.current !== done) continue;
        await rest();
        if (wanted.current !== done) continue;
        const sized = previewOf(base);
        if (useView.getState().project !== project) break;
        if (sized && latest.current.id === base.id) await keep(base, sized);
        isDone = wanted.current === done;
      }
      setError(false);
    } catch {
      setError(true);
    }
    dropPreview();
    wanted.current = null;
    setAsked(null);
  };

  return (
    <div className="row-2 slider-row size-slider no-wrap quiet small">
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
        onBlur={() => wake.current()}
      />
      <output htmlFor={id}>{shown}</output>
      <span role={error ? 'alert' : undefined}>
        {error
          ? 'The graph could not be changed. Try again.'
          : describeFollowed({ ...automaton, report: sized?.graph.summary.report ?? automaton.report })}
      </span>
    </div>
  );
}

function previewOf({ id }: Pick<AutomatonSummary, 'id'>): SizePreview | null {
  const { sized } = useConsequence.getState();
  return sized?.base === id ? sized : null;
}

function sizeOf({ params, report }: AutomatonSummary): number {
  return typeof params.states === 'number' ? params.states : (report.size?.states ?? report.states);
}

/** Says which share of the turns of unseen dialogues a picture follows. Turns with unknown tags do not count. */
function describeFollowed(automaton: AutomatonSummary): string {
  if (isUnmeasured(automaton)) return describeUnmeasured(automaton);
  const { report } = automaton;
  const measured = report.reach?.policies.find(({ policy }) => policy === 'overview');
  if (!measured || measured.turns === 0) return '';
  return `Follows ${formatShare(measured.shareOfTurns, { rough: true })} of the turns in unseen dialogues`;
}
