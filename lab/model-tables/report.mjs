/** Fewer judged pairs or turns prove nothing. */
const FEW = 30;

const number = (value, digits = 1) => (value === null || value === undefined ? '–' : value.toFixed(digits));
const interval = (figure, digits = 1) =>
  figure?.estimate === null || figure?.estimate === undefined
    ? '–'
    : `${number(figure.estimate, digits)} [${number(figure.lower, digits)}, ${number(figure.upper, digits)}]`;
const percent = ({ estimate, lower, upper }) => ({
  estimate: 100 * estimate,
  lower: 100 * lower,
  upper: 100 * upper,
});
const table = (head, rows) => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
  '',
];

const NAMES = {
  none: 'no examples',
  random: 'random',
  'random-dialogue': 'random, whole dialogues',
  'bm25-last': 'BM25',
  dense: 'RAG by latent semantic analysis',
  'dense-onnx': 'RAG by a sentence encoder',
  'dense-answer': 'context to answer',
  'dense-trained': 'context to context, trained',
  'dense-answer-trained': 'context to answer, trained',
  'dense-onnx-trained': 'context to context by a sentence encoder, trained',
  'dfa-paper': 'DFA-RAG, read literally',
  'dfa-rag': 'DFA-RAG, read fairly',
  'context-ranker': 'context automaton',
};
const nameOf = (method) => `${NAMES[method] ?? method} (\`${method}\`)`;

const ANSWERERS = { first: 'first of five', consensus: 'agrees best with the others', model: 'the model' };
const answererOf = ({ kind }) => ANSWERERS[kind] ?? kind;

/** Returns whether a figure differs from `from` with this number of cases. */
function verdict({ lower, upper }, from, cases) {
  if (cases < FEW) return `too small to tell: ${cases} ${cases === 1 ? 'case' : 'cases'}`;
  if (lower > from) return 'better';
  return upper < from ? 'worse' : 'no difference seen';
}

/** A judge that goes by position makes nearly every pair a tie, hence 50.0. */
const followsPosition = (cell) => cell?.consistent.share !== null && cell?.consistent.share < 0.5;

function winRates(groups, judged) {
  if (judged.length === 0) return ['Not judged: no run has all its answers yet.', ''];
  const check = judged.map((run) => run.check).find((one) => one && !one.passed);
  const counts = { judged: 0, same: 0, unanswered: 0, flagged: 0, open: 0 };
  for (const run of judged) for (const state of Object.keys(counts)) counts[state] += run.counts[state];
  if (check)
    return [
      `No win rates: the judge found the better answer in ${number(100 * check.accuracy, 0)} % of ${check.pairs} pairs of which it is known (${number(100 * check.low, 0)} to ${number(100 * check.high, 0)} %), and needs 65 %. A coin reaches 50 %.`,
      '',
    ];
  const told = `Of ${counts.judged + counts.same + counts.unanswered + counts.flagged + counts.open} pairs ${counts.judged} were judged, ${counts.same} say the same, ${counts.flagged} got no readable verdict, ${counts.open} were not reached, and in ${counts.unanswered} a side has no answer. Answers that were cut off are judged as they stand.`;
  return [
    told,
    '',
    ...groups.flatMap(({ methods, rows, settings }) => {
      const [{ cells }] = rows;
      const silent = methods
        .filter((_, at) => followsPosition(cells[at]))
        .map(({ column }) => nameOf(column.method));
      const unread =
        silent.length === 0
          ? []
          : [
              `No win rate for ${silent.join(', ')}: in most of these pairs the judge’s two orders disagree, so every pair counts as a tie and the rate says nothing.`,
              '',
            ];
      if (silent.length === methods.length) return unread;
      const body = methods.flatMap(({ column }, at) => {
        const cell = cells[at];
        if (followsPosition(cell)) return [];
        if (!cell || cell.counted === 0) return [[nameOf(column.method), '–', '–', '–', '–', 'not judged']];
        const rate = percent(cell.rate);
        return [
          [
            nameOf(column.method),
            interval(rate),
            `${cell.wins} / ${cell.ties} / ${cell.losses} / ${cell.same}`,
            cell.cutOff,
            cell.consistent.share === null ? '–' : `${number(100 * cell.consistent.share, 0)} %`,
            verdict(rate, 50, cell.counted),
          ],
        ];
      });
      return [
        ...(settings > 1 ? [`${settings} methods of answering and judging are counted together.`, ''] : []),
        ...table(
          [
            'examples by',
            'win rate',
            'wins / ties / losses / same answer',
            'with a cut answer',
            'both orders agree',
            'against 50',
          ],
          body,
        ),
        ...unread,
      ];
    }),
  ];
}

function found({ columns }) {
  return table(
    ['examples by', 'answer', 'turns', 'BLEU', 'ROUGE-1', 'ROUGE-L', 'tokens long', 'milliseconds a turn'],
    columns.map(({ column, turns, figures, latencyMedianMs }) => [
      nameOf(column.method),
      answererOf(column.answerer),
      turns,
      interval(figures.corpusBleu),
      interval(figures.rouge1),
      interval(figures.rougeL),
      number(figures.words.estimate),
      number(latencyMedianMs),
    ]),
  );
}

/** Of the paper's tables. */
const WANTED_TURNS = 200;

function answers({ columns: all }) {
  const columns = all.filter(({ turns }) => turns > 0);
  const missing = all.filter(({ turns }) => turns === 0).map(({ column }) => nameOf(column.method));
  const seconds = columns.reduce((sum, { latencyMedianMs }) => sum + latencyMedianMs / 1000, 0);
  const rows = table(
    [
      'examples by',
      'turns',
      'BLEU',
      'ROUGE-1',
      'ROUGE-L',
      'tokens long',
      'tokens read / written a turn',
      'seconds a turn',
      'cost',
      'failed',
      'ROUGE-L against no examples',
    ],
    columns.map(({ column, turns, figures, tokens, latencyMedianMs, cost, failures, difference }) => [
      nameOf(column.method),
      turns,
      interval(figures.corpusBleu),
      interval(figures.rouge1),
      interval(figures.rougeL),
      number(figures.words.estimate),
      turns === 0 || tokens.input + tokens.output === 0
        ? '–'
        : `${number(tokens.input / turns, 0)} / ${number(tokens.output / turns, 0)}`,
      number(latencyMedianMs / 1000),
      cost.unknown > 0 ? 'unknown' : `$${number(cost.usd, 4)}`,
      failures,
      difference ? `${interval(difference.rougeL)}; ${verdict(difference.rougeL, 0, turns)}` : '–',
    ]),
  );
  return [
    ...rows,
    `At these speeds ${WANTED_TURNS} turns of ${columns.length === 1 ? 'this row' : `these ${columns.length} rows`} take ${number((WANTED_TURNS * seconds) / 3600)} hours.${missing.length > 0 ? ` Not answered yet: ${missing.join(', ')}.` : ''}`,
    '',
  ];
}

const share = (value) => (value === null ? '–' : `${number(100 * value, 0)} %`);

const TAGGERS = { offline: 'offline tagger', moves: 'moves', model: 'the model' };

const tagsAgree = ({ dialogues, agreement, learned, seconds, account }) => {
  const { turns, exact, pooled, macroKappa } = agreement;
  const fitOf = ({ groups, vMeasure, adjustedRand }) =>
    `${number(100 * vMeasure, 0)} / ${number(100 * adjustedRand, 0)} (${groups})`;
  return [
    '## Tags by the model',
    '',
    `The first paper’s tagging, by its prompt with a closed vocabulary, on ${dialogues} dialogues: the model was offered the tags of the offline tagger, and what it gave is held against that tagger. On ${turns} turns both gave the same tags to ${share(exact === null || turns === 0 ? null : exact / turns)}; of all decisions on a tag they agree in ${share(pooled.agreement)}, Cohen’s κ ${number(pooled.kappa, 2)} (macro ${number(macroKappa, 2)}). ${account.requests} requests took ${number(seconds, 0)} s; ${account.flaggedTurns} turns were left for a person.`,
    '',
    'How well turns that have the same tags are those to which people gave the same acts: V-measure and adjusted Rand index, in percent, and in brackets how many groups of turns the tags make. The automata are learned as published.',
    '',
    ...table(
      ['tags by', 'different tags', 'user turns', 'system turns', 'states', 'transitions'],
      Object.entries(learned).map(([side, { tags, fit, states, transitions }]) => [
        TAGGERS[side],
        tags,
        fitOf(fit.user),
        fitOf(fit.system),
        states,
        transitions,
      ]),
    ),
  ];
};

export function tablesAsMarkdown({
  settings,
  when,
  days,
  corpus,
  packages,
  model,
  alone,
  answers: told,
  judged,
  winRates: groups,
  success,
  tagging,
}) {
  const few = told?.columns.some(({ turns }) => turns < FEW);
  return [
    '# The papers’ tables with a small real model',
    '',
    `Made by \`npm run lab -- model-tables\`, ${when.slice(0, 10)}. Corpus: ${corpus}; a tenth of its dialogues is held out and asked about; tags by the offline tagger. Model: ${model.file}${model.sha256 ? `, sha256 ${model.sha256}` : ', not asked'}; ${packages.join(', ')}; on a machine that others used.${days.length > 0 ? ` It was asked on ${days.join(', ')}.` : ''} Seed ${settings.seed}, ${settings.examples} examples, ${settings.encoder ? 'with' : 'without'} a sentence encoder. Brackets are 95 % intervals by bootstrap over dialogues.`,
    '',
    `${model.said}. These are not the papers’ figures, which GPT-4, GPT-3.5 and FLAN-T5 gave.`,
    ...(few
      ? [
          '',
          `Fewer than ${FEW} turns were answered by it: **too small to tell**, for every row of the model.`,
        ]
      : []),
    '',
    '## Win rate over no examples',
    '',
    'The first paper’s Table 1. The same model judges its own answers, in both orders; where they disagree it is a tie.',
    '',
    ...winRates(groups, judged),
    '## Prompting with and without examples',
    '',
    'The second paper’s tables 3, 4, 12 and 13: plain prompting is the row without examples.',
    '',
    ...(told ? answers(told) : ['No model was asked.', '']),
    '## Retrieval alone',
    '',
    'The second paper’s Table 2: what was found is the answer.',
    '',
    ...found(alone),
    '## Inform and Success',
    '',
    'The first paper’s Table 3. Every turn of a dialogue is answered from the true history before it; values are delexicalised; belief states are the annotated ones of the file, which no method saw. Human answers reach 95.1 and 94.0 on the validation split, answers of other dialogues 42.8 and 6.4 (docs/results.md).',
    '',
    ...table(
      ['examples by', 'answer', 'dialogues', 'Inform', 'Success', 'BLEU', 'combined', 'failed'],
      success.map((row) => [
        nameOf(row.method),
        ANSWERERS[row.answerer],
        row.dialogues,
        interval(row.inform),
        interval(row.success),
        interval(row.bleu),
        interval(row.combined),
        row.failed,
      ]),
    ),
    ...(success.some(({ answerer }) => answerer === 'model')
      ? [
          'The model words all answers of a dialogue at once, from the user’s turns and the examples alone.',
          '',
        ]
      : []),
    ...(success.some(({ dialogues }) => dialogues < FEW)
      ? [`Rows of fewer than ${FEW} dialogues are **too small to tell**.`, '']
      : []),
    ...(tagging ? tagsAgree(tagging) : []),
  ].join('\n');
}
