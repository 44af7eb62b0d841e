import { queryOptions } from '@tanstack/react-query';
import { readGraph } from '#shared/contract/automata.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { about, freshQuestion, pageOf, question } from '../client/queries.ts';
import { bothWheres, placeFilter } from './dialogue-filter.ts';
import type { Place } from './place.ts';
import type { ListShape } from './view.ts';

const AUTOMATA = about('automata');
/** Topics that the result of a filter depends on besides the dialogues. */
const FILTERED = ['tags', 'runs'] as const;

const READ_FROM_TAGS: readonly Place['kind'][] = ['variant', 'pattern', 'misfit', 'finding'];

export interface ListQuery {
  readonly query: string;
  readonly where: string;
  readonly run: RunId | null;
  readonly list?: ListShape;
}

/** True if the answer depends on more than the dialogues and their text. */
const isFactual = ({ where, list }: ListQuery): boolean =>
  where !== '' || (list !== undefined && (list.sort !== null || list.columns.length > 0));

export const projectQueries = ({
  system,
  projects,
  corpus,
  automata,
  tagging,
  analysis,
  fitness,
  findings,
}: DialogramClient) => ({
  system: question('system', system.info, undefined),
  project: question(
    'project',
    projects.current,
    undefined,
    about('project', 'corpus', 'tags', 'runs', 'automata'),
  ),
  recent: freshQuestion('recent', projects.recent, undefined),
  inWorkspace: freshQuestion('inWorkspace', projects.inWorkspace, undefined),
  dialogues: (place: Place, listed: ListQuery, automaton: RunId | null, page: number) =>
    queryOptions({
      queryKey: ['dialogues', place, listed, place.kind === 'all' ? null : automaton, page],
      queryFn: async ({ signal }) => {
        const { list, ...asked } = listed;
        const shape = { sort: list?.sort ?? null, columns: [...(list?.columns ?? [])] };
        const window = { ...asked, ...shape, ...pageOf(page) };
        if (place.kind === 'all' || place.kind === 'box') {
          const where = bothWheres(placeFilter(place, automaton) ?? '', window.where);
          const { total, items } = await corpus.dialogues({ ...window, where }, { signal });
          return { tracked: null, total, items };
        }
        if (place.kind === 'pattern') {
          const { run, pattern } = place;
          const where = bothWheres(place.where, listed.where);
          return analysis.patternDialogues({ ...window, run, where, pattern }, { signal });
        }
        if (place.kind === 'variant') {
          const { run, steps, fold } = place;
          return analysis.variantDialogues({ ...window, run, steps: [...steps], fold }, { signal });
        }
        if (place.kind === 'misfit') {
          const { run, reference, seconds, at } = place;
          return fitness.dialogues({ ...window, run, reference, seconds, at }, { signal });
        }
        if (place.kind === 'finding') {
          const { run, finding, question: asked } = place;
          const wanted = { run, finding, question: asked, automaton: place.automaton };
          return findings.dialogues({ ...window, ...wanted }, { signal });
        }
        const at =
          place.kind === 'state' ? { state: place.state } : { from: place.from, symbol: place.symbol };
        return automata.dialogues({ ...window, automaton, at }, { signal });
      },
      meta: about(
        'corpus',
        'automata',
        ...(READ_FROM_TAGS.includes(place.kind) || isFactual(listed) ? FILTERED : []),
      ),
    }),
  dialogue: (dialogue: DialogueId, run: RunId | null, automaton: RunId | null) =>
    question(
      'dialogue',
      corpus.dialogue,
      { dialogue, run, automaton },
      about('corpus', 'tags', 'runs', 'automata', 'notes'),
    ),
  taggingRuns: question('taggingRuns', tagging.runs, undefined, about('runs', 'corpus')),
  vocabulary: (run: RunId | null, query: string) =>
    question('vocabulary', tagging.vocabulary, { run, query, limit: 50 }, about('tags', 'runs')),
  history: question('history', tagging.history, { limit: 1 }, about('edits', 'tags')),
  automata: question('automata', automata.list, undefined, about('automata', 'tags', 'runs', 'corpus')),
  measured: (automaton: RunId | null) =>
    question('measured', automata.measure, { automaton }, about('automata', 'tags', 'corpus')),
  graph: (automaton: RunId | null) =>
    // Large, and it never changes for a given automaton; null asks for the latest.
    question(
      'graph',
      async (asked, options) => readGraph(await automata.graph(asked, options)),
      { automaton },
      automaton === null ? AUTOMATA : {},
    ),
  path: (dialogue: DialogueId, automaton: RunId | null) =>
    question('path', automata.path, { dialogue, automaton }, AUTOMATA),
});
