import { useQuery } from '@tanstack/react-query';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';
import { formatAmount, formatCount, formatDuration, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { narrowFilterBy } from '../../project/dialogue-filter.ts';
import { goTo, showTab } from '../../project/view.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { filterQueries } from '../filters/index.ts';
import { changeGroups, monthPair, type Pair, valuePairs } from '../groups/index.ts';
import { changeMap } from '../map/index.ts';
import { topState } from './questions.ts';
import './questions.css';

interface Question {
  readonly words: string;
  /** What the figures say already; null where only the view says it. */
  readonly answer: string | null;
  readonly lead: () => void;
}

const MOST_PAIRS = 4;

/** Questions in words, each with what is known at once; a press leads to the view that answers it. */
export function QuestionsPanel({
  run,
  graph,
  figures,
}: {
  readonly run: RunId;
  readonly graph: AutomatonGraph;
  /** Null for a context automaton, and until they are counted. */
  readonly figures: MapFigures | null;
}) {
  const { data: fields = [] } = useQuery(filterQueries(useApi().client).fields(run));
  const months = monthPair(fields);
  const questions = [
    { words: 'Which ways do most dialogues take as a whole?', answer: null, lead: () => showTab('variants') },
    {
      words: 'What share do the ten commonest variants have?',
      answer: null,
      lead: () => showTab('variants'),
    },
    ...(figures ? questionsOfFigures(figures, graph) : []),
    ...questionsOfReopened(fields),
    ...[...(months ? [months] : []), ...valuePairs(fields).slice(0, MOST_PAIRS)].map(questionOfPair),
    { words: 'Where do dialogues leave the usual way?', answer: null, lead: () => showTab('fitness') },
  ];
  return (
    <section className="questions" aria-label="Questions">
      <ul>
        {questions.map(({ words, answer, lead }) => (
          <li key={words}>
            <button type="button" className="question" onClick={lead}>
              <span className="question-words">{words}</span>
              {answer && <span className="quiet">{answer}</span>}
              <Icon name="chevron-right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which dialogues were reopened; only asked if tags say which were closed. */
function questionsOfReopened(fields: readonly FieldSummary[]): Question[] {
  const values = fields.find(({ name }) => name === 'reopened')?.values;
  if (values === undefined) return [];
  const count = (wanted: string): number => values.find(({ value }) => value === wanted)?.dialogues ?? 0;
  const [reopened, closed] = [count('yes'), count('yes') + count('no')];
  return [
    {
      words: 'Which dialogues were reopened after they were resolved?',
      answer: `${formatCount(reopened)} of ${formatAmount(closed, 'closed dialogue')} were reopened with a request, problem or complaint`,
      lead: () => {
        narrowFilterBy('reopened = yes');
        showTab('graph');
      },
    },
  ];
}

const questionOfPair = ({ about, left, right }: Pair): Question => ({
  words: about,
  answer: null,
  lead: () => {
    changeGroups({ left, right });
    changeMap({ metric: 'difference' });
    showTab('groups');
  },
});

function questionsOfFigures(figures: MapFigures, graph: AutomatonGraph): Question[] {
  const { states, timed } = figures;
  const onMap = (metric: Parameters<typeof changeMap>[0]['metric'], state: number) => () => {
    changeMap({ metric, label: true, colour: true });
    goTo({ kind: 'state', state });
    showTab('graph');
  };
  const slow = timed ? topState(states.total) : null;
  const broken = topState(states.dropOffs);
  const common = topState(states.dialogues);
  const shareOf = (count: number | undefined): string =>
    formatShare((count ?? 0) / Math.max(1, figures.dialogues), { rough: true });
  return [
    ...(slow === null
      ? []
      : [
          {
            words: 'Where is most time lost?',
            answer: `After “${stateName(graph, slow)}”: ${formatDuration(states.total[slow] ?? 0)} in all`,
            lead: onMap('total', slow),
          },
          {
            words: 'Which ways are slow?',
            answer: null,
            lead: () => {
              changeMap({ sort: 'p90' });
              showTab('ways');
            },
          },
        ]),
    ...(broken === null
      ? []
      : [
          {
            words: 'Where are dialogues abandoned?',
            answer: `Most after “${stateName(graph, broken)}”: ${shareOf(states.dropOffs[broken])} of all`,
            lead: onMap('dropOffs', broken),
          },
          {
            words: 'Which step leads to abandonment most often?',
            answer: null,
            lead: () => {
              changeMap({ sort: 'dropped' });
              showTab('ways');
            },
          },
        ]),
    ...(common === null
      ? []
      : [
          {
            words: 'What comes next, and what came before?',
            answer: `Of the commonest state, “${stateName(graph, common)}”; or choose another`,
            lead: onMap('dialogues', common),
          },
        ]),
  ];
}
