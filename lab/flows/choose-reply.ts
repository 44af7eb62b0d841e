import { tellingWords } from '#shared/algorithms/flows/conditions.ts';
import {
  answerOf,
  hasNoValue,
  isContent,
  onlyGreets,
  saysFarewell,
} from '#shared/algorithms/flows/following/slot-values.ts';
import type { Moment } from '#shared/algorithms/flows/following/track-flows.ts';
import { outcomeOf } from '#shared/algorithms/flows/results.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';

/** Chooses among the current flow's labels, log-linearly by flow, automaton, function results, slots and words. */
export interface ReplyChooser {
  choose(moment: Moment): readonly { readonly label: string; readonly share: number }[];
}

export interface TaughtMoment {
  readonly moment: Moment;
  readonly label: string;
}

interface ChooserOptions {
  readonly seed: number;
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  readonly least: number;
}

const DEFAULTS: ChooserOptions = { seed: 1, epochs: 4, rate: 0.03, decay: 2e-3, least: 2 };

const quantity = (count: number): string => (count < 4 ? String(count) : count < 8 ? '4+' : '8+');

function featuresOf(moment: Moment): string[] {
  const { flow, follower, reply, before, said, given, spoken } = moment;
  const [last = 'start', second = 'start', third = 'start'] = before.map((label) => label ?? 'other');
  const predicted = reply?.label ?? 'none';
  const result =
    given === undefined
      ? 'none'
      : given === null
        ? 'null'
        : outcomeOf(given) || Object.keys(given).slice(0, 4).join();
  const acts = [
    answerOf(said) ?? '',
    saysFarewell(said) ? 'bye' : '',
    onlyGreets(said) ? 'hi' : '',
    isContent(said) ? 'ok' : '',
    hasNoValue(said) ? 'unknown' : '',
    said.includes('?') ? '?' : '',
  ]
    .filter((act) => act !== '')
    .join('+');
  const name = flow?.graph.flow.name ?? '';
  const found = [
    'bias',
    `flow ${name}`,
    `reply ${predicted}`,
    `reply ${predicted} ${reply?.why}`,
    `last ${last}`,
    `last ${last} ${second}`,
    `last ${last} ${second} ${third}`,
    `reply ${predicted} last ${last}`,
    `reply ${predicted} acts ${acts}`,
    `result ${result}`,
    `result ${result} last ${last}`,
    `acts ${acts} last ${last}`,
    `flow ${name} acts ${acts} ${given === undefined}`,
    `turn ${quantity(before.length)} ${given === undefined} ${name}`,
    `said ${reply ? before.filter((label) => label === reply.label).length : ''} ${predicted}`,
  ];
  for (const label of new Set(before)) found.push(`before ${label ?? 'other'}`);
  if (given) for (const word of tellingWords(outcomeOf(given))) found.push(`answered ${word}`);
  if (last === 'other') for (const word of tellingWords(spoken)) found.push(`spoken ${word}`);
  if (follower && flow) {
    const open: string[] = [];
    for (const slot of flow.graph.slots.keys()) {
      const value = follower.state.slots[slot];
      const state = value === undefined ? 'open' : value === null ? 'unknown' : 'filled';
      found.push(`slot ${name} ${slot} ${state}`);
      if (value === undefined) open.push(slot);
    }
    found.push(`open ${name} ${open.join()}`, `open ${name} ${open.join()} ${last}`);
  }
  const words = said.toLowerCase().match(/[\p{L}]+|\d+|\?/gu) ?? [];
  const seen = new Set<string>();
  for (const [at, raw] of words.slice(0, 80).entries()) {
    const word = /^\d/.test(raw) ? '0' : raw;
    seen.add(`word ${word}`);
    seen.add(`word ${word} ${last}`);
    seen.add(`word ${word} reply ${predicted}`);
    if (at > 0) seen.add(`words ${words[at - 1]} ${word}`);
  }
  found.push(...seen);
  return found;
}

/** Fits by stochastic gradient descent with a step size per weight. O(epochs · moments · features · labels of a flow) */
export function fitReplyChooser(
  taught: readonly TaughtMoment[],
  options: Partial<ChooserOptions> = {},
): ReplyChooser {
  const { seed, epochs, rate, decay, least } = { ...DEFAULTS, ...options };
  const counts = new Map<string, number>();
  const all = taught.map(({ moment }) => featuresOf(moment));
  for (const features of all)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const ids = new Map<string, number>();
  for (const [feature, count] of counts) if (count >= least) ids.set(feature, ids.size);
  const labels = [...new Set(taught.map(({ label }) => label))].sort();
  const idOf = new Map(labels.map((label, at) => [label, at]));
  const ofFlow = new Map<string, Set<number>>();
  for (const { moment, label } of taught) {
    const name = moment.flow?.graph.flow.name ?? '';
    const own = ofFlow.get(name) ?? new Set();
    own.add(idOf.get(label)!);
    ofFlow.set(name, own);
  }
  const everything = Int32Array.from(labels.keys());
  const candidates = new Map(
    [...ofFlow].map(([name, own]) => [name, Int32Array.from([...own].sort((a, b) => a - b))]),
  );
  const width = labels.length;
  const weights = new Float32Array(ids.size * width);
  const squares = new Float32Array(ids.size * width);
  const rows = all.map((features) => Int32Array.from(features.flatMap((feature) => ids.get(feature) ?? [])));
  const shares = new Float64Array(width);

  const spread = (row: Int32Array, own: Int32Array): void => {
    let top = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < own.length; at++) {
      let sum = 0;
      const label = own[at]!;
      for (let place = 0; place < row.length; place++) sum += weights[row[place]! * width + label]!;
      shares[at] = sum;
      if (sum > top) top = sum;
    }
    let total = 0;
    for (let at = 0; at < own.length; at++) total += shares[at] = Math.exp(shares[at]! - top);
    for (let at = 0; at < own.length; at++) shares[at]! /= total;
  };

  const random = createRandom(seed);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const index of random.shuffle(taught.map((_, at) => at))) {
      const { moment, label } = taught[index]!;
      const own = candidates.get(moment.flow?.graph.flow.name ?? '')!;
      const row = rows[index]!;
      const truth = idOf.get(label)!;
      spread(row, own);
      for (let at = 0; at < own.length; at++) {
        const miss = (own[at] === truth ? 1 : 0) - shares[at]!;
        if (Math.abs(miss) < 1e-3) continue;
        for (let place = 0; place < row.length; place++) {
          const weight = row[place]! * width + own[at]!;
          const gradient = miss - decay * weights[weight]!;
          squares[weight]! += gradient * gradient;
          weights[weight]! += (rate * gradient) / Math.sqrt(squares[weight]! + 1e-6);
        }
      }
    }
  }
  return {
    choose(moment) {
      const own = candidates.get(moment.flow?.graph.flow.name ?? '') ?? everything;
      spread(Int32Array.from(featuresOf(moment).flatMap((feature) => ids.get(feature) ?? [])), own);
      return [...own]
        .map((label, at) => ({ label: labels[label]!, share: shares[at]! }))
        .sort((a, b) => b.share - a.share || (a.label < b.label ? -1 : 1));
    },
  };
}
