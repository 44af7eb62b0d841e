import { COLUMNS, createRow, hashTurn } from '#shared/algorithms/moves/support/support-features.ts';
import type {
  PackedModel,
  PackedTable,
  SupportModel,
  SupportReader,
  SupportRole,
} from '#shared/algorithms/moves/support/support-model.ts';
import {
  aroundColumns,
  eachAround,
  eachOfVectors,
  meanOf,
  type ReadDialogue,
  VECTOR_BLOCKS,
} from '#shared/algorithms/moves/support/support-tagger.ts';
import type { SparseRows } from '#shared/algorithms/retrieval/dense/sparse-rows.ts';
import {
  classProbabilities,
  fitLogisticRegression,
  type LinearModel,
  type SoftTargets,
} from '#shared/algorithms/teaching/logistic-regression.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';

export interface LabelledDialogue extends ReadDialogue {
  /** Dialogues held out together: of one company, or of one corpus' domain. */
  readonly group: string;
  /** The moves of each turn, the primary one first; null if nobody labeled it. */
  readonly labels: readonly (readonly string[] | null)[];
}

/** A labeled turn, tagged by a tagger that had seen no other dialogue of its group. */
export interface HeldBackTurn {
  readonly dialogue: number;
  readonly turn: number;
  readonly sure: Float64Array;
}

interface TrainingResult {
  readonly model: SupportModel;
  readonly heldBack: Readonly<Record<'plain' | 'encoded', readonly HeldBackTurn[]>>;
}

const SECOND = 0.3;
const FOLDS = 5;
/** A hashed column that fewer turns have is useless. */
const LEAST_TURNS = 2;
const PENALTY = { plain: 1e-4, encoded: 2e-4 } as const;
const AROUND_PENALTY = 3e-3;
const ITERATIONS = 40;
const LEAST_LABELS = 5;
/** The largest share of turns left untagged in data like the training data. */
const UNTAGGED = 0.08;

type Turn = { readonly dialogue: number; readonly turn: number };

/** Trains the tagger. Deterministic: the order of the dialogues and of their groups decides. */
export function trainSupport(
  dialogues: readonly LabelledDialogue[],
  encoder: SupportModel['encoder'],
  report: (step: string) => void = () => undefined,
): TrainingResult {
  const groups = [...new Set(dialogues.map(({ group }) => group))];
  const foldOf = new Map(groups.map((group, at) => [group, at % FOLDS]));
  const moves = { user: movesOf(dialogues, 'user'), system: movesOf(dialogues, 'system') };
  const counts = { user: moves.user.length, system: moves.system.length };
  const known = (which: 'plain' | 'encoded') => {
    const firstReader = (role: Role, fold: number | null) => {
      const own = turnsOf(
        dialogues,
        role,
        moves[role],
        (group) => fold === null || foldOf.get(group) !== fold,
      );
      const rows = firstRows(dialogues, own, which === 'encoded' ? encoder.dimensions : 0, LEAST_TURNS);
      return fitLogisticRegression(rows, targetsOf(dialogues, own, moves[role]), PENALTY[which], {
        iterations: ITERATIONS,
      });
    };
    const scores = dialogues.map(({ turns }) => turns.map((): Float64Array => new Float64Array(0)));
    for (const role of ROLES)
      for (let fold = 0; fold < FOLDS; fold++) {
        report(`${which}: ${role}, part ${fold + 1} of ${FOLDS} held back`);
        const model = firstReader(role, fold);
        const held = allTurnsOf(dialogues, role, (group) => foldOf.get(group) === fold);
        const rows = firstRows(dialogues, held, which === 'encoded' ? encoder.dimensions : 0, 1);
        const sure = classProbabilities(model, rows);
        for (const [row, { dialogue, turn }] of held.entries())
          scores[dialogue][turn] = sure.slice(row * counts[role], (row + 1) * counts[role]);
      }
    const heldBack: HeldBackTurn[] = [];
    const readers = {} as Record<Role, SupportReader>;
    for (const role of ROLES) {
      report(`${which}: ${role}, the turns around`);
      const fitAround = (fold: number | null): LinearModel => {
        const own = turnsOf(
          dialogues,
          role,
          moves[role],
          (group) => fold === null || foldOf.get(group) !== fold,
        );
        return fitLogisticRegression(
          aroundRows(dialogues, own, scores, counts),
          targetsOf(dialogues, own, moves[role]),
          AROUND_PENALTY,
          { iterations: ITERATIONS, known: logsOf(own, scores, counts[role]) },
        );
      };
      const logits: Float64Array[] = [];
      const seen: Turn[] = [];
      for (let fold = 0; fold < FOLDS; fold++) {
        const model = fitAround(fold);
        const held = turnsOf(dialogues, role, moves[role], (group) => foldOf.get(group) === fold);
        if (held.length === 0) continue;
        const sure = classProbabilities(
          model,
          aroundRows(dialogues, held, scores, counts),
          1,
          logsOf(held, scores, counts[role]),
        );
        for (const [row, one] of held.entries()) {
          seen.push(one);
          logits.push(
            sure.slice(row * counts[role], (row + 1) * counts[role]).map((p) => Math.log(Math.max(p, 1e-12))),
          );
        }
      }
      const temperature = bestTemperature(
        logits,
        seen.map(({ dialogue, turn }) => placesOf(dialogues[dialogue].labels[turn] ?? [], moves[role])),
      );
      for (const [at, one] of seen.entries())
        heldBack.push({ ...one, sure: heated(logits[at], temperature) });
      report(`${which}: ${role}, all turns`);
      const first = firstReader(role, null);
      const around = fitAround(null);
      const columns = which === 'encoded' ? VECTOR_BLOCKS.length * encoder.dimensions : 0;
      const biasesOf = ({ weights }: LinearModel): number[] =>
        Array.from(weights.subarray(weights.length - counts[role]), (value) => Number(value.toPrecision(6)));
      readers[role] = {
        grams: packTable(tableOf(first, 0, COLUMNS), counts[role]),
        vectors: packTable(tableOf(first, COLUMNS, columns), counts[role]),
        biases: biasesOf(first),
        around: packTable(tableOf(around, 0, aroundColumns(counts)), counts[role]),
        aroundBiases: biasesOf(around),
        temperature,
      };
    }
    return { readers, heldBack };
  };
  const plain = known('plain');
  const encoded = known('encoded');
  // Both see the turns in the same order.
  const both = encoded.heldBack.map((one, at) => ({
    ...one,
    sure: meanOf(one.sure, plain.heldBack[at].sure),
  }));
  const role = (name: Role) => ({
    moves: moves[name],
    plain: plain.readers[name],
    encoded: encoded.readers[name],
  });
  return {
    model: {
      roles: { system: role('system'), user: role('user') },
      encoder,
      leastSure: { plain: leastSure(plain.heldBack), encoded: leastSure(both) },
    },
    heldBack: { plain: plain.heldBack, encoded: both },
  };
}

function movesOf(dialogues: readonly LabelledDialogue[], role: Role): string[] {
  const counts = new Map<string, number>();
  for (const { turns, labels } of dialogues)
    for (const [at, said] of labels.entries())
      if (turns[at].role === role)
        for (const move of said ?? []) counts.set(move, (counts.get(move) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= LEAST_LABELS)
    .map(([move]) => move)
    .sort();
}

const allTurnsOf = (
  dialogues: readonly LabelledDialogue[],
  role: Role,
  isAsked: (group: string) => boolean,
): Turn[] =>
  dialogues.flatMap(({ group, turns }, dialogue) =>
    isAsked(group)
      ? [...turns.keys()].filter((turn) => turns[turn].role === role).map((turn) => ({ dialogue, turn }))
      : [],
  );

const turnsOf = (
  dialogues: readonly LabelledDialogue[],
  role: Role,
  moves: readonly string[],
  isAsked: (group: string) => boolean,
): Turn[] =>
  allTurnsOf(dialogues, role, isAsked).filter(({ dialogue, turn }) =>
    dialogues[dialogue].labels[turn]?.some((move) => moves.includes(move)),
  );

const placesOf = (labels: readonly string[], moves: readonly string[]): number[] =>
  labels.map((move) => moves.indexOf(move)).filter((at) => at >= 0);

function targetsOf(
  dialogues: readonly LabelledDialogue[],
  own: readonly Turn[],
  moves: readonly string[],
): SoftTargets {
  const values = new Float64Array(own.length * moves.length);
  for (const [row, { dialogue, turn }] of own.entries()) {
    const [first, ...further] = placesOf(dialogues[dialogue].labels[turn] ?? [], moves);
    values[row * moves.length + first] += further.length === 0 ? 1 : 1 - SECOND;
    for (const move of further) values[row * moves.length + move] += SECOND / further.length;
  }
  return { classes: moves.length, values };
}

function rowsOf(
  count: number,
  columnCount: number,
  fill: (row: number, visit: (column: number, value: number) => void) => void,
): SparseRows {
  const offsets = new Int32Array(count + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let row = 0; row < count; row++) {
    fill(row, (column, value) => {
      columns.push(column);
      values.push(value);
    });
    offsets[row + 1] = columns.length;
  }
  return {
    rowCount: count,
    columnCount,
    offsets,
    columns: Int32Array.from(columns),
    values: Float32Array.from(values),
  };
}

function firstRows(
  dialogues: readonly LabelledDialogue[],
  own: readonly Turn[],
  dimensions: number,
  least: number,
): SparseRows {
  const hashed = createRow();
  const counted = own.map(({ dialogue, turn }) => {
    hashTurn(dialogues[dialogue].turns, turn, hashed);
    const counts = new Map<number, number>();
    for (let at = 0; at < hashed.length; at++)
      counts.set(hashed.columns[at], (counts.get(hashed.columns[at]) ?? 0) + hashed.values[at]);
    return counts;
  });
  const rows = new Int32Array(COLUMNS);
  for (const counts of counted) for (const column of counts.keys()) rows[column]++;
  return rowsOf(own.length, COLUMNS + VECTOR_BLOCKS.length * dimensions, (row, visit) => {
    for (const [column, value] of counted[row]) if (rows[column] >= least) visit(column, value);
    const { turns, vectors } = dialogues[own[row].dialogue];
    if (dimensions > 0 && vectors)
      eachOfVectors(vectors, dimensions, turns.length, own[row].turn, (column, value) =>
        visit(COLUMNS + column, value),
      );
  });
}

function aroundRows(
  dialogues: readonly LabelledDialogue[],
  own: readonly Turn[],
  sure: readonly (readonly Float64Array[])[],
  counts: Readonly<Record<Role, number>>,
): SparseRows {
  return rowsOf(own.length, aroundColumns(counts), (row, visit) => {
    const { dialogue, turn } = own[row];
    const roles = dialogues[dialogue].turns.map(({ role }) => role);
    eachAround(roles, sure[dialogue], turn, counts, visit);
  });
}

function logsOf(
  own: readonly Turn[],
  sure: readonly (readonly Float64Array[])[],
  moves: number,
): Float64Array {
  const logs = new Float64Array(own.length * moves);
  for (const [row, { dialogue, turn }] of own.entries())
    for (let move = 0; move < moves; move++)
      logs[row * moves + move] = Math.log(Math.max(sure[dialogue][turn][move], 1e-9));
  return logs;
}

function tableOf({ placeOf, weights, classes }: LinearModel, from: number, columns: number): Float64Array {
  const table = new Float64Array(columns * classes);
  for (let column = 0; column < columns; column++) {
    const place = placeOf[from + column];
    if (place >= 0) table.set(weights.subarray(place * classes, (place + 1) * classes), column * classes);
  }
  return table;
}

function heated(logits: Float64Array, temperature: number): Float64Array {
  const most = Math.max(...logits);
  const powers = logits.map((score) => Math.exp((score - most) / temperature));
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}

function bestTemperature(logits: readonly Float64Array[], right: readonly (readonly number[])[]): number {
  let best = { loss: Infinity, temperature: 1 };
  for (
    let temperature = 0.5;
    temperature <= 2.5;
    temperature = Math.round((temperature + 0.05) * 100) / 100
  ) {
    let loss = 0;
    for (const [at, own] of logits.entries()) {
      const sure = heated(own, temperature);
      const first = sure.indexOf(Math.max(...sure));
      const confidence = Math.min(1 - 1e-6, Math.max(1e-6, sure[first]));
      loss -= Math.log(right[at].includes(first) ? confidence : 1 - confidence);
    }
    if (loss < best.loss) best = { loss, temperature };
  }
  return best.temperature;
}

const leastSure = (turns: readonly HeldBackTurn[]): number => {
  const sure = turns.map(({ sure }) => Math.max(...sure)).sort((a, b) => a - b);
  return Number((sure[Math.floor(UNTAGGED * sure.length)] ?? 0).toFixed(3));
};

export function packModel(model: SupportModel): PackedModel {
  const parts: Int8Array[] = [];
  let at = 0;
  const table = ({ columns, weights, scales }: PackedTable) => {
    const described = { columns, scales, at };
    parts.push(weights);
    at += weights.length;
    return described;
  };
  const reader = (read: SupportReader) => ({
    ...read,
    grams: table(read.grams),
    vectors: table(read.vectors),
    around: table(read.around),
  });
  const role = ({ moves, plain, encoded }: SupportRole) => ({
    moves,
    plain: reader(plain),
    encoded: reader(encoded),
  });
  const about = { ...model, roles: { system: role(model.roles.system), user: role(model.roles.user) } };
  const weights = new Int8Array(at);
  let from = 0;
  for (const part of parts) {
    weights.set(part, from);
    from += part.length;
  }
  return { about, weights };
}

function packTable(weights: Float64Array, moves: number): PackedTable {
  const most = new Float64Array(moves);
  for (let at = 0; at < weights.length; at++)
    most[at % moves] = Math.max(most[at % moves], Math.abs(weights[at]));
  const scales = Array.from(most, (value) => Number((Math.max(value, 1e-9) / 127).toPrecision(6)));
  return {
    columns: weights.length / moves,
    scales,
    weights: Int8Array.from(weights, (value, at) => Math.round(value / scales[at % moves])),
  };
}
