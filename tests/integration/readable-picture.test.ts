import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHeldOutKeys } from '#backend/features/retrieval/index.ts';
import { buildSymbolCorpus } from '#shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { DEFAULT_PAPER_OPTIONS } from '#shared/algorithms/automaton/presets.ts';
import { toDrawn } from '#shared/algorithms/layout/drawn-automaton.ts';
import { PLAIN_ARRANGEMENT } from '#shared/algorithms/layout/grid/spacing.ts';
import { COUNT_FONT_PX } from '#shared/algorithms/layout/labels/edge-labels.ts';
import { spokenTag, textWidth, wordsOf } from '#shared/algorithms/layout/labels/label-text.ts';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import {
  NAME_FONT_PX,
  SHARE_FONT_PX,
  SHARE_GAP_PX,
  TOTAL_FONT_PX,
  USUAL_STAGE,
} from '#shared/algorithms/layout/layered/cards.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import { leastFontAt, wholeScale } from '#shared/algorithms/layout/scene/fit.ts';
import { overlayScene } from '#shared/algorithms/layout/scene/overlay.ts';
import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import { chooseSize, LEAST_FONT_PX } from '#shared/algorithms/learning/choose-size.ts';
import { learnOverview } from '#shared/algorithms/overview/learn-overview.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import { DEMO_DEFAULTS, generateDemoDialogues } from '#shared/demo/generate.ts';
import type { TaggedDialogue } from '#shared/domain/symbols.ts';
import { METRICS } from '../../renderer/features/map/metrics.ts';
import { overlayOf } from '../../renderer/features/map/overlay-of.ts';
import { missingCorpus, readAnnotatedDialogues } from '../fixtures/annotated-corpora.ts';

const demo = (): TaggedDialogue[] =>
  generateDemoDialogues(DEMO_DEFAULTS).map(({ id, turns }) => ({
    key: id,
    rounds: turns.map(({ speaker, acts = [] }) => ({ role: speaker, tags: acts })),
  }));

const MOVES = resolve(process.env.DIALOGRAM_DATA ?? '../shared/data', 'twitter-support-threads', 'moves.tsv');

/** Returns the support threads with the moves assigned by people; a turn without one has no tag. */
function tickets(): TaggedDialogue[] {
  const rounds = new Map<string, TaggedDialogue['rounds'][number][]>();
  for (const line of readFileSync(MOVES, 'utf8').trim().split('\n').slice(1)) {
    const [thread = '', turn = '', role, ...moves] = line.split('\t');
    const own = rounds.get(thread) ?? [];
    rounds.set(thread, own);
    own[Number(turn)] = { role: role === 'system' ? 'system' : 'user', tags: moves.filter(Boolean) };
  }
  return [...rounds].map(([key, own]) => ({
    key,
    // A turn that nobody read belongs to the other speaker.
    rounds: Array.from(own, (round, at) => round ?? { role: at % 2 === 0 ? 'user' : 'system', tags: [] }),
  }));
}

const CORPORA = [
  { name: 'demo', missing: null, read: demo },
  {
    name: 'tickets',
    missing: existsSync(MOVES)
      ? null
      : `${MOVES} is not there; set DIALOGRAM_DATA to the folder of the corpora`,
    read: tickets,
  },
  ...['multiwoz', 'sgd', 'star'].map((name) => ({
    name,
    missing: missingCorpus(name),
    read: () => readAnnotatedDialogues(name),
  })),
];

/** Returns figures over the whole range that occurs: from seconds to years, from none to all. */
function anyFigures(scene: Scene, dialogues: number): MapFigures {
  const random = createRandom(1);
  const states = Math.max(...scene.nodes.map(({ state }) => state)) + 1;
  const ways = scene.edges.length;
  const column = (length: number, most: number): number[] =>
    Array.from({ length }, () => Math.round(most ** random.next() * 100) / 100);
  const counts = (length: number): number[] => column(length, dialogues).map(Math.ceil);
  const YEAR = 365 * 24 * 3600;
  const waits = (length: number) => ({
    median: column(length, YEAR),
    p90: column(length, YEAR),
    total: column(length, YEAR * 20),
    good: Array.from({ length }, () => random.next()),
    mean: column(length, 99_999),
    visits: counts(length),
  });
  const ofStates = counts(states);
  const ofWays = counts(ways);
  return {
    automaton: 1,
    dialogues,
    timed: true,
    states: {
      ...waits(states),
      dialogues: ofStates,
      dropOffs: ofStates.map((count) => Math.floor(count * random.next())),
    },
    ways: {
      ...waits(ways),
      from: scene.edges.map(({ from }) => from),
      to: scene.edges.map(({ to }) => to),
      dialogues: ofWays,
      dropped: ofWays.map((count) => Math.floor(count * random.next())),
      exits: Array.from({ length: ways }, () => random.next()),
    },
  } as unknown as MapFigures;
}

const covers = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns the overlaps, and the parts outside their card, in words; empty if everything is readable. */
function faultsOf(scene: Scene): string[] {
  const { nodes, edges, end, bounds } = scene;
  const cards = [...nodes, ...(end ? [end] : [])].map(({ x, y, halfWidth, radius }) => ({
    left: x - halfWidth,
    right: x + halfWidth,
    top: y - radius,
    bottom: y + radius,
  }));
  const figures = [...edges, ...(end?.edges ?? [])].flatMap(({ label }) =>
    label.box
      ? [
          {
            ...label.box,
            left: label.x - textWidth(label.count, COUNT_FONT_PX) / 2,
            right: label.x + textWidth(label.count, COUNT_FONT_PX) / 2,
          },
        ]
      : [],
  );
  const all = [...cards, ...figures];
  const overlaps = all.flatMap((box, at) =>
    all
      .slice(at + 1)
      .flatMap((other) =>
        covers(box, other) ? [`${JSON.stringify(box)} lies on ${JSON.stringify(other)}`] : [],
      ),
  );
  const outside = all.flatMap((box) =>
    box.left < bounds.left || box.right > bounds.right || box.top < bounds.top || box.bottom > bounds.bottom
      ? [`${JSON.stringify(box)} is outside the picture`]
      : [],
  );
  const cut = nodes.flatMap(({ lines = [], value, share = '', halfWidth }) => {
    const total =
      textWidth(value, TOTAL_FONT_PX) + (share === '' ? 0 : SHARE_GAP_PX + textWidth(share, SHARE_FONT_PX));
    return [...lines.map((line) => textWidth(line, NAME_FONT_PX)), total]
      .filter((widthPx) => widthPx > 2 * halfWidth)
      .map(() => `${lines.join(' ')} ${value} ${share} is wider than its card`);
  });
  return [...overlaps, ...outside, ...cut];
}

describe.each(CORPORA)('the default picture of $name', ({ missing, read }) => {
  it.skipIf(missing)(`can be read in every mode${missing ? ` (${missing})` : ''}`, () => {
    const corpus = buildSymbolCorpus(read());
    const { states, sizes } = chooseSize(corpus, DEFAULT_PAPER_OPTIONS, createHeldOutKeys());
    expect(states).toBeGreaterThanOrEqual(8);
    expect(states).toBeLessThanOrEqual(24);
    expect(sizes.length).toBeGreaterThan(10);
    const automaton = toDrawn(learnOverview(corpus, { ...DEFAULT_PAPER_OPTIONS, states }).automaton);
    const all = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
    const { scene, visibility } = layOut(automaton, all, null, PLAIN_ARRANGEMENT);
    expect(visibility.hiddenCount).toBe(0);
    expect(scene.notation).toBe('boxes');

    expect(leastFontAt(scene, USUAL_STAGE)).toBeGreaterThanOrEqual(LEAST_FONT_PX);
    const scale = wholeScale(scene.bounds, USUAL_STAGE);
    expect((scene.bounds.right - scene.bounds.left) * scale).toBeLessThanOrEqual(USUAL_STAGE.width);
    expect((scene.bounds.bottom - scene.bounds.top) * scale).toBeLessThanOrEqual(USUAL_STAGE.height);

    // Names are complete: in their lines, in order, with no word broken.
    for (const { state, lines = [] } of scene.nodes) {
      const name = spokenTag(stateName(automaton, state));
      const words = wordsOf(name).map((word) => word.trimEnd());
      const told = lines.flatMap((line) => wordsOf(line).map((word) => word.trimEnd()));
      expect(told.at(-1)?.endsWith('…') ? told.slice(0, -1) : told).toEqual(
        words.slice(0, told.at(-1)?.endsWith('…') ? told.length - 1 : words.length),
      );
    }

    expect(faultsOf(scene)).toEqual([]);
    const figures = anyFigures(scene, automaton.dialogues);
    const of = { where: '', waits: 'customer' as const, number: 'rounds' };
    for (const { value: metric } of METRICS)
      for (const width of [false, true]) {
        const shown = overlayScene(
          scene,
          overlayOf(figures, metric, { label: true, colour: true, width }, of),
        );
        expect({ metric, faults: faultsOf(shown) }).toEqual({ metric, faults: [] });
      }
  });
});
