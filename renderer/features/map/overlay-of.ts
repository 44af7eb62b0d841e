import { type Overlay, type OverlayMark, transitionKey } from '#shared/algorithms/layout/scene/overlay.ts';
import type { Waits } from '#shared/algorithms/performance/measure-flow.ts';
import { compareShares } from '#shared/algorithms/populations/compare-populations.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import { type GraphMetric, METRICS, metricText } from '#shared/domain/metrics.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { metricName } from './map-state.ts';

interface MarkChannels {
  readonly label: boolean;
  readonly colour: boolean;
  readonly width: boolean;
}

/** Medians and shares of fewer dialogues are not shown, because they say nothing. */
const LEAST_DIALOGUES = LEAST_SHARED;
/** States where at least this share of the dialogues is abandoned are marked. */
const DEAD_END = 0.2;

export function overlayOf(
  figures: MapFigures,
  metric: GraphMetric,
  channels: MarkChannels,
  { where, ...of }: { readonly where: string; readonly waits: Waits; readonly number: string | null },
): Overlay {
  const { states, transitions: by, dialogues } = figures;
  const {
    isTotal,
    isWait,
    stateValues,
    transitionValues,
    ofState: meaning = '',
    ofTransition = null,
  } = METRICS[metric];
  const isRate = !isTotal;
  const usable = (value: number, count: number): boolean =>
    !Number.isNaN(value) && count > 0 && (!isRate || count >= LEAST_DIALOGUES);
  // One long wait would leave all others pale, so the scale of waits ends at the 90th percentile.
  const robustMost = isWait ? upperEnd : greatest;
  const ofStates = stateValues(figures);
  const ofTransitions = transitionValues(figures);
  const mostState = robustMost(
    ofStates,
    (value, state) => state > 0 && usable(value, states.dialogues[state] ?? 0),
  );
  const mostOfTransitions = robustMost(ofTransitions, (value, transition) =>
    usable(value, by.dialogues[transition] ?? 0),
  );
  const isDeadEnd = (state: number): boolean => {
    const [ended = 0, count = 0] = [states.dropOffs[state], states.dialogues[state]];
    return state > 0 && count >= LEAST_DIALOGUES && ended >= DEAD_END * count;
  };
  const mark = (value: number, count: number, most: number): OverlayMark => {
    const isUsable = usable(value, count);
    const share = isUsable && most > 0 ? Math.min(1, value / most) : 0;
    return {
      text: channels.label ? (isUsable ? metricText(metric, value) : '') : null,
      tint: channels.colour ? Math.sqrt(share) : null,
      share: channels.width ? share : null,
      isOfFew: count < LEAST_SHARED,
    };
  };
  const hasDeadEnds = states.dialogues.some((_, state) => isDeadEnd(state));
  const name = metricName(metric, of);
  const ofState = meaning.replace('{}', lowered(name));
  const hasDash = ofStates.some((value, state) => state > 0 && !usable(value, states.dialogues[state] ?? 0));
  return {
    automaton: figures.automaton,
    title:
      where === ''
        ? name
        : `${name}; ${dialogues < LEAST_SHARED ? `fewer than ${LEAST_SHARED}` : dialogues} dialogues where ${where}`,
    states: new Map(
      ofStates.map((value, state) => [
        state,
        state === 0
          ? { text: null, tint: channels.colour ? 0 : null, share: null }
          : { ...mark(value, states.dialogues[state] ?? 0, mostState), isDeadEnd: isDeadEnd(state) },
      ]),
    ),
    transitions: new Map(
      ofTransitions.map((value, transition) => [
        transitionKey(by.from[transition] ?? 0, by.to[transition] ?? 0),
        mark(value, by.dialogues[transition] ?? 0, mostOfTransitions),
      ]),
    ),
    ...(isRate || metric === 'total' ? {} : { ends: new Map(states.ends.entries()) }),
    legend: {
      name: lowered(name),
      meaning: {
        ofState: hasDash
          ? `${ofState} (–: none${isRate ? ` or fewer than ${LEAST_DIALOGUES} dialogues` : ''})`
          : ofState,
        ofTransition,
      },
      least: metricText(metric, 0),
      most: `${metricText(metric, mostState)}${ofStates.some((value) => value > mostState) ? ' or more' : ''}`,
      isDifference: false,
      hasLabel: channels.label,
      hasColour: channels.colour,
      hasWidth: channels.width,
      hasDeadEnds,
    },
  };
}

/** Marks how much the left share exceeds the right one. Differences that may be chance stay pale. */
export function differenceOverlay(
  left: MapFigures,
  right: MapFigures,
  channels: MarkChannels,
  title: string,
): Overlay {
  const rightTransitions = new Map(
    right.transitions.from.map((from, transition) => [
      transitionKey(from, right.transitions.to[transition] ?? 0),
      right.transitions.dialogues[transition] ?? 0,
    ]),
  );
  const leftTransitions = new Map(
    left.transitions.from.map((from, transition) => [
      transitionKey(from, left.transitions.to[transition] ?? 0),
      left.transitions.dialogues[transition] ?? 0,
    ]),
  );
  const apart = (a: number, b: number) =>
    left.dialogues === 0 || right.dialogues === 0
      ? { difference: 0, isClear: false, isOfFew: true }
      : {
          ...clearOf(compareShares([a, left.dialogues], [b, right.dialogues])),
          isOfFew: Math.max(a, b) < LEAST_SHARED,
        };
  const states = left.states.dialogues.map((a, state) => apart(a, right.states.dialogues[state] ?? 0));
  const all = [...new Set([...leftTransitions.keys(), ...rightTransitions.keys()])].map(
    (key) => [key, apart(leftTransitions.get(key) ?? 0, rightTransitions.get(key) ?? 0)] as const,
  );
  const most = Math.max(
    0.01,
    ...states.map(({ difference }) => Math.abs(difference)),
    ...all.map(([, { difference }]) => Math.abs(difference)),
  );
  const mark = ({ difference, isClear, isOfFew }: ReturnType<typeof apart>): OverlayMark => ({
    isOfFew,
    text: channels.label ? (isClear ? metricText('difference', difference) : '') : null,
    tint: channels.colour ? (isClear ? difference / most : 0) : null,
    share: channels.width ? (isClear ? Math.abs(difference) / most : 0) : null,
  });
  return {
    automaton: left.automaton,
    title,
    states: new Map(states.map((difference, state) => [state, mark(difference)])),
    transitions: new Map(all.map(([key, difference]) => [key, mark(difference)])),
    legend: {
      name: 'percentage points more in A than in B',
      meaning: {
        ofState: 'share in A minus share in B, in percentage points (“–” if it may be due to chance)',
        ofTransition: null,
      },
      least: metricText('difference', -most),
      most: metricText('difference', most),
      isDifference: true,
      hasLabel: channels.label,
      hasColour: channels.colour,
      hasWidth: channels.width,
      hasDeadEnds: false,
    },
  };
}

const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const clearOf = ({ difference, lower, upper }: ReturnType<typeof compareShares>) => ({
  difference,
  isClear: lower > 0 || upper < 0,
});

function greatest(values: readonly number[], isMeant: (value: number, at: number) => boolean): number {
  let most = 0;
  for (const [at, value] of values.entries()) if (isMeant(value, at)) most = Math.max(most, value);
  return most;
}

/** Returns the end of the color scale of waits: the 90th percentile, by nearest rank. */
function upperEnd(values: readonly number[], isMeant: (value: number, at: number) => boolean): number {
  const meant = values.filter(isMeant).sort((a, b) => a - b);
  return meant[Math.ceil(0.9 * meant.length) - 1] ?? 0;
}
