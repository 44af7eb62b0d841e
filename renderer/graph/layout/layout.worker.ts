import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';
import { carryOver, type EarlierLayout, layOut } from '#shared/algorithms/layout/lay-out.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-messages.ts';

/** The next layout starts from the last one, so that visible states stay. */
let automaton: DrawnAutomaton | null = null;
let last: EarlierLayout | null = null;

addEventListener('message', (event: MessageEvent<LayoutRequest>) => {
  const request = event.data;
  if (request.kind === 'open') {
    automaton = request.automaton;
    const { stateAfter } = request;
    last = last && stateAfter && carryOver(last, stateAfter, automaton.states.roles.length);
    return;
  }
  const { epoch, ticket, filter, arrangement, tidy } = request;
  try {
    if (!automaton) throw new Error('No automaton is open. Open the view again.');
    const layout = layOut(automaton, filter, tidy ? null : last, arrangement);
    last = layout;
    answer({ kind: 'layout', epoch, ticket, tidy, layout });
  } catch (error) {
    answer({
      kind: 'failed',
      epoch,
      ticket,
      message: error instanceof Error ? error.message : String(error),
    });
  }
});

function answer(message: LayoutAnswer): void {
  postMessage(message);
}
