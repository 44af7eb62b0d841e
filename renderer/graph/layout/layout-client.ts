import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';
import { type Arrangement, PLAIN_ARRANGEMENT } from '#shared/algorithms/layout/grid/spacing.ts';
import type { Layout } from '#shared/algorithms/layout/lay-out.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-messages.ts';

interface LayoutPort {
  readonly post: (request: LayoutRequest) => void;
  readonly listen: (onAnswer: (answer: LayoutAnswer) => void) => void;
}

interface LayoutListener {
  readonly onLayout: (layout: Layout, tidied: boolean) => void;
  readonly onFailure: (message: string) => void;
  /** Called with true before the first request and with false after the last answer. */
  readonly onBusy?: (isBusy: boolean) => void;
}

export type LayoutClient = ReturnType<typeof createLayoutClient>;

interface Wish {
  readonly filter: VisibleFilter;
  readonly arrangement: Arrangement;
  readonly tidy: boolean;
}

export function createLayoutClient(port: LayoutPort, listener: LayoutListener) {
  let epoch = 0;
  let ticket = 0;
  let running = false;
  let waiting: Wish | null = null;

  const send = (wish: Wish): void => {
    ticket++;
    running = true;
    listener.onBusy?.(true);
    port.post({ kind: 'layout', epoch, ticket, ...wish });
  };
  port.listen((answer) => {
    if (answer.epoch !== epoch || answer.ticket !== ticket) return;
    running = false;
    if (answer.kind === 'failed') listener.onFailure(answer.message);
    else listener.onLayout(answer.layout, answer.tidy);
    if (!waiting) {
      listener.onBusy?.(false);
      return;
    }
    const wish = waiting;
    waiting = null;
    send(wish);
  });
  return {
    /**
     * Drops answers in flight. `stateAfter` has the new number of each previous state, -1 for none; null if unrelated.
     */
    open(automaton: DrawnAutomaton, stateAfter: readonly number[] | null = null) {
      epoch++;
      running = false;
      waiting = null;
      port.post({ kind: 'open', epoch, automaton, stateAfter });
    },
    /** While a layout runs, only the newest request waits. It tidies if a dropped request asked to tidy. */
    ask(filter: VisibleFilter, tidy: boolean, arrangement: Arrangement = PLAIN_ARRANGEMENT) {
      if (running) waiting = { filter, arrangement, tidy: tidy || (waiting?.tidy ?? false) };
      else send({ filter, arrangement, tidy });
    },
  };
}
