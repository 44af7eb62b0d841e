import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { useApi } from '../../client/api.tsx';
import type { GraphHighlight } from '../../graph/graph-selection.ts';
import { stepsOf } from '../../project/describe.ts';
import { projectQueries } from '../../project/queries.ts';
import { highlightOf } from '../../project/selection.ts';
import type { Shown } from '../../project/use-shown.ts';
import { useView } from '../../project/view.ts';

/** What of the open dialogue the graph lights; null where none is open or nothing of it is looked at. */
export function useHighlight(shown: Shown, graph: AutomatonGraph | undefined): GraphHighlight | null {
  const queries = projectQueries(useApi().client);
  const dialogue = useView((view) => view.dialogue);
  const round = useView((view) => view.round);
  const hovered = useView((view) => view.hovered);
  const pathLit = useView((view) => view.pathLit);
  const detail = useQuery({
    ...queries.dialogue(dialogue ?? (0 as never), shown.run?.id ?? null, shown.automaton?.id ?? null),
    enabled: dialogue !== null && shown.automaton !== null,
  }).data;
  return useMemo(() => {
    if (dialogue === null || !graph || detail?.id !== dialogue) return null;
    return highlightOf(stepsOf(detail), { round, hovered, pathLit }, graph);
  }, [dialogue, detail, graph, round, hovered, pathLit]);
}
