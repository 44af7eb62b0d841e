import { queryOptions } from '@tanstack/react-query';
import { readGraph } from '#shared/contract/automata.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { client } from '../client/api.ts';
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

export const projectQueries = {
  system: question('system', client.system.info, undefined),
  project: question(
    'project',
    client.projects.current,
    undefined,
    about('project', 'corpus', 'tags', 'runs', 'automata'),
  ),
  recent: freshQuestion('recent', client.projects.recent, undefined),
  inWorkspace: freshQuestion('inWorkspace', client.projects.inWorkspace, undefined),
  dialogues: (place: Place, listed: ListQuery, automaton: RunId | null, page: number) =>
    queryOptions({
      queryKey: ['dialogues', place, listed, place.kind === 'all' ? null : automaton, page],
      queryFn: async ({ signal }) => {
        const { list, ...asked } = listed;
        const shape = { sort: list?.sort ?? null, columns: [...(list?.columns ?? [])] };
        const window = { ...asked, ...shape, ...pageOf(page) };
        if (place.kind === 'all' || place.kind === 'box') {
          const where = bothWheres(placeFilter(place, automaton) ?? '', window.where);
          const { total, items } = await client.corpus.dialogues({ ...window, where }, { signal });
          return { tracked: null, total, items };
        }
        if (place.kind === 'pattern') {
          const { run, pattern } = place;
          const where = bothWheres(place.where, listed.where);
          return client.analysis.patternDialogues({ ...window, run, where, pattern }, { signal });
        }
        if (place.kind === 'variant') {
          const { run, steps, fold } = place;
          return client.analysis.variantDialogues({ ...window, run, steps: [...steps], fold }, { signal });
        }
        if (place.kind === 'misfit') {
          const { run, reference, seconds, at } = place;
          return client.fitness.dialogues({ ...window, run, reference, seconds, at }, { signal });
        }
        if (place.kind === 'finding') {
          const { run, finding, question: asked } = place;
          const wanted = { run, finding, question: asked, automaton: place.automaton };
          return client.findings.dialogues({ ...window, ...wanted }, { signal });
        }
        const at =
          place.kind === 'state' ? { state: place.state } : { from: place.from, symbol: place.symbol };
        return client.automata.dialogues({ ...window, automaton, at }, { signal });
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
      client.corpus.dialogue,
      { dialogue, run, automaton },
      about('corpus', 'tags', 'runs', 'automata', 'notes'),
    ),
  taggingRuns: question('taggingRuns', client.tagging.runs, undefined, about('runs', 'corpus')),
  vocabulary: (run: RunId | null, query: string) =>
    question('vocabulary', client.tagging.vocabulary, { run, query, limit: 50 }, about('tags', 'runs')),
  history: question('history', client.tagging.history, { limit: 1 }, about('edits', 'tags')),
  automata: question(
    'automata',
    client.automata.list,
    undefined,
    about('automata', 'tags', 'runs', 'corpus'),
  ),
  measured: (automaton: RunId | null) =>
    question('measured', client.automata.measure, { automaton }, about('automata', 'tags', 'corpus')),
  graph: (automaton: RunId | null) =>
    // Large, and it never changes for a given automaton; null asks for the latest.
    question(
      'graph',
      async (asked, options) => readGraph(await client.automata.graph(asked, options)),
      { automaton },
      automaton === null ? AUTOMATA : {},
    ),
  path: (dialogue: DialogueId, automaton: RunId | null) =>
    question('path', client.automata.path, { dialogue, automaton }, AUTOMATA),
};
