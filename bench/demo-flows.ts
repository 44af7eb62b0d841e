/**
 * Measures how well the offline tagger recovers the designed flows of the demo corpus.
 *
 * npx node bench/demo-flows.ts [seed] [count]
 *
 * 1. Labels from tags: normalized mutual information of (label, tag set), and labels guessed from the other dialogues.
 * 2. Directly-follows edges per task, with the true labels (the ceiling) and with labels guessed from tags.
 */
import { createAnalyser } from '../shared/algorithms/text/analyse.ts';
import { tagUtterance } from '../shared/algorithms/text/tag.ts';
import type { Flow } from '../shared/demo/flow.ts';
import { CLOSING, DEMO_FLOWS } from '../shared/demo/flows.ts';
import { DEMO_DEFAULTS, generateDemoDialogues } from '../shared/demo/generate.ts';
import { turnsOf } from '../shared/domain/dialogue.ts';
import { fitOfflineTagger } from '../tests/fixtures/offline-tagger.ts';

interface Row {
  readonly dialogue: number;
  readonly role: string;
  readonly label: string;
  readonly tags: readonly string[];
}

const seed = Number(process.argv[2] ?? DEMO_DEFAULTS.seed);
const count = Number(process.argv[3] ?? DEMO_DEFAULTS.count);
const dialogues = generateDemoDialogues({ seed, count });
const texts = dialogues.flatMap((dialogue) => dialogue.turns.map((turn) => turn.text));

const analyser = createAnalyser();
const analysed = dialogues.map((dialogue) => dialogue.turns.map((turn) => analyser.analyse(turn.text)));
const model = fitOfflineTagger(
  dialogues.map((dialogue, index) => ({
    turns: turnsOf(
      dialogue.turns.map((turn) => turn.speaker),
      true,
    ).map((turn) => ({
      role: turn.role,
      utterances: analysed[index].slice(turn.first, turn.last + 1),
    })),
  })),
);
const rows: Row[] = dialogues.flatMap((dialogue, index) =>
  dialogue.turns.map((turn, position) => ({
    dialogue: index,
    role: turn.speaker,
    label: turn.acts[0],
    tags: tagUtterance(model, analysed[index][position]).map((tag) => tag.tag),
  })),
);

const setOf = (row: Row): string => `${row.role} ${[...row.tags].sort().join(' ')}`;

/** Normalized mutual information, 2·I(x;y) / (H(x) + H(y)), in 0 … 1. */
function normalisedMutualInformation(pairs: readonly (readonly [string, string])[]): number {
  const entropy = (keys: readonly string[]): number => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts.values()].reduce((sum, n) => sum - (n / keys.length) * Math.log(n / keys.length), 0);
  };
  const x = entropy(pairs.map(([first]) => first));
  const y = entropy(pairs.map(([, second]) => second));
  const both = entropy(pairs.map(([first, second]) => `${first}\n${second}`));
  return (2 * (x + y - both)) / (x + y);
}

class Tally {
  private readonly counts = new Map<string, Map<string, number>>();
  add(key: string, label: string, by: number): void {
    const row = this.counts.get(key) ?? new Map<string, number>();
    row.set(label, (row.get(label) ?? 0) + by);
    this.counts.set(key, row);
  }
  of(key: string): ReadonlyMap<string, number> {
    return this.counts.get(key) ?? new Map();
  }
}

function guessLabels(): { readonly exact: (string | null)[]; readonly nearest: string[] } {
  const bySet = new Tally();
  const byTag = new Tally();
  const labels = new Tally();
  const learn = (row: Row, by: number): void => {
    bySet.add(setOf(row), row.label, by);
    labels.add(row.role, row.label, by);
    for (const tag of row.tags) byTag.add(`${row.role} ${tag}`, row.label, by);
  };
  for (const row of rows) learn(row, 1);

  const exact: (string | null)[] = [];
  const nearest: string[] = [];
  for (let first = 0; first < rows.length; ) {
    let end = first;
    while (end < rows.length && rows[end].dialogue === rows[first].dialogue) end++;
    const held = rows.slice(first, end);
    for (const row of held) learn(row, -1);
    for (const row of held) {
      const best = [...bySet.of(setOf(row))]
        .filter(([, n]) => n > 0)
        .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
      exact.push(best ? best[0] : null);
      let top = '';
      let topScore = Number.NEGATIVE_INFINITY;
      for (const [label, n] of labels.of(row.role)) {
        if (n <= 0) continue;
        let score = Math.log(n);
        for (const tag of row.tags)
          score += Math.log(((byTag.of(`${row.role} ${tag}`).get(label) ?? 0) + 0.02) / (n + 1));
        if (score > topScore || (score === topScore && label < top)) {
          topScore = score;
          top = label;
        }
      }
      nearest.push(top);
    }
    for (const row of held) learn(row, 1);
    first = end;
  }
  return { exact, nearest };
}

function designedEdges(flow: Flow): Set<string> {
  const edges = new Set<string>();
  for (const [id, step] of Object.entries(flow.steps)) {
    if (id in CLOSING) continue;
    for (const next of Object.keys(step.next)) edges.add(`${step.label} > ${flow.steps[next].label}`);
  }
  return edges;
}

function edgeFigures(
  labelOf: (row: number) => string,
  share: number,
): { precision: number; recall: number; f1: number } {
  const sums = { precision: 0, recall: 0, f1: 0 };
  for (const flow of DEMO_FLOWS) {
    const gold = designedEdges(flow);
    const own = new Set(
      Object.keys(flow.steps)
        .filter((id) => !(id in CLOSING))
        .map((id) => flow.steps[id].label),
    );
    const members = dialogues.flatMap((_, index) =>
      DEMO_FLOWS[index % DEMO_FLOWS.length] === flow ? [index] : [],
    );
    const seen = new Map<string, number>();
    let row = 0;
    for (let index = 0; index < dialogues.length; index++) {
      const length = dialogues[index].turns.length;
      if (members.includes(index)) {
        const edges = new Set<string>();
        for (let turn = 0; turn + 1 < length; turn++) {
          const from = labelOf(row + turn);
          // Edges out of the task's own steps, to any target.
          if (own.has(from)) edges.add(`${from} > ${labelOf(row + turn + 1)}`);
        }
        for (const edge of edges) seen.set(edge, (seen.get(edge) ?? 0) + 1);
      }
      row += length;
    }
    const learned = [...seen].filter(([, n]) => n >= share * members.length).map(([edge]) => edge);
    const hits = learned.filter((edge) => gold.has(edge)).length;
    const precision = learned.length === 0 ? 0 : hits / learned.length;
    const recall = hits / gold.size;
    sums.precision += precision / DEMO_FLOWS.length;
    sums.recall += recall / DEMO_FLOWS.length;
    sums.f1 += (hits === 0 ? 0 : (2 * precision * recall) / (precision + recall)) / DEMO_FLOWS.length;
  }
  return { precision: percent(sums.precision), recall: percent(sums.recall), f1: percent(sums.f1) };
}

const percent = (share: number): number => Math.round(share * 1000) / 10;
const guessed = guessLabels();
const right = (guess: readonly (string | null)[]): number =>
  percent(guess.filter((label, index) => label === rows[index].label).length / rows.length);
const majority = (): number => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.label, (counts.get(row.label) ?? 0) + 1);
  return percent(Math.max(...counts.values()) / rows.length);
};

console.log(
  JSON.stringify(
    {
      seed,
      dialogues: dialogues.length,
      utterances: rows.length,
      distinctTexts: percent(new Set(texts).size / texts.length),
      labels: new Set(rows.map((row) => row.label)).size,
      vocabulary: model.vocabulary.length,
      tagSets: new Set(rows.map(setOf)).size,
      untagged: percent(rows.filter((row) => row.tags.length === 0).length / rows.length),
      normalisedMutualInformation: percent(
        normalisedMutualInformation(rows.map((row) => [row.label, setOf(row)])),
      ),
      labelFromExactTagSet: right(guessed.exact),
      labelFromNearestTags: right(guessed.nearest),
      labelFromMajority: majority(),
      edges: [0.05, 0.1].map((share) => ({
        seenInShareOfDialogues: share,
        trueLabels: edgeFigures((row) => rows[row].label, share),
        labelsFromTags: edgeFigures((row) => guessed.nearest[row], share),
      })),
    },
    null,
    2,
  ),
);
