import { z } from 'zod';
import { moveSchema, patternSchema, stepSchema } from '#shared/contract/analysis.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import { deviationSchema, referenceSchema } from '#shared/contract/fitness.ts';
import { showModeNamed, useMode } from './mode.ts';
import { EVERYWHERE, type Place } from './place.ts';
import { showAgain, TABS, useView } from './view.ts';

interface AddressView {
  readonly mode: string;
  readonly tab: (typeof TABS)[number];
  readonly where: string;
  readonly place: Place;
}

const run = runIdSchema.nullable();
const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('state'), state: z.int() }),
  z.object({ kind: z.literal('box'), name: z.string(), states: z.array(z.int()) }),
  z.object({ kind: z.literal('transition'), from: z.int(), symbol: moveSchema, to: z.int() }),
  z.object({ kind: z.literal('variant'), run, steps: z.array(stepSchema), fold: z.boolean() }),
  z.object({ kind: z.literal('pattern'), run, where: z.string(), pattern: patternSchema }),
  z.object({
    kind: z.literal('misfit'),
    run,
    reference: referenceSchema,
    seconds: z.number(),
    at: deviationSchema.nullable(),
  }),
]);
const entrySchema = z.object({ project: z.string(), floor: z.enum(['is', 'below', 'none']) });
type Entry = z.infer<typeof entrySchema>;

function lookedAt(): AddressView {
  const { tab, where, place } = useView.getState();
  return { mode: useMode.getState().mode, tab, where, place };
}

export function hashOf({ mode, tab, where, place }: AddressView): string {
  const parts = new URLSearchParams({ view: mode, tab });
  if (where !== '') parts.set('where', where);
  if (place.kind !== 'all') parts.set('at', JSON.stringify(place));
  return `#${parts}`;
}

/** Returns null if the hash has no view. Invalid parts fall back to their defaults. */
export function readHash(hash: string): AddressView | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const mode = parts.get('view');
  if (mode === null) return null;
  const tab = TABS.find((one) => one === parts.get('tab')) ?? 'graph';
  return { mode, tab, where: parts.get('where') ?? '', place: readPlace(parts.get('at')) };
}

function readPlace(text: string | null): Place {
  try {
    return placeSchema.safeParse(JSON.parse(text ?? 'null')).data ?? EVERYWHERE;
  } catch {
    return EVERYWHERE;
  }
}

/**
 * Stores the view in the address for Back, Forward and reload. An extra "floor" entry keeps Back from leaving the app.
 * The floor is added at the first change, because browsers skip entries without a user action.
 */
export function createAddress() {
  let isApplying = false;
  let floor: Entry['floor'] = 'none';
  let project = '';
  let hasStarted = false;

  const put = (how: 'pushState' | 'replaceState', hash: string): void =>
    history[how]({ project, floor } satisfies Entry, '', hash);

  const quietly = (change: () => void): void => {
    isApplying = true;
    change();
    isApplying = false;
  };

  const show = ({ mode, tab, where, place }: AddressView): void =>
    quietly(() => {
      showModeNamed(mode);
      showAgain({ tab, where, place });
    });

  /** Adds a history entry, unless the address is up to date or the change came from the address. */
  const note = (): void => {
    const hash = hashOf(lookedAt());
    if (isApplying || project === '' || hash === location.hash) return;
    if (floor === 'none') {
      const before = location.hash;
      floor = 'is';
      put('replaceState', before);
      floor = 'below';
      put('pushState', before);
    }
    put('pushState', hash);
  };

  const onBack = ({ state }: PopStateEvent): void => {
    const entry = entrySchema.safeParse(state).data;
    const looked = readHash(location.hash);
    if (entry?.floor === 'is') history.forward();
    else if (looked && entry?.project === project) show(looked);
    // The entry belongs to another project: keep the view and correct the address.
    else put('replaceState', hashOf(lookedAt()));
  };

  const start = (): void => {
    hasStarted = true;
    useView.subscribe(note);
    useMode.subscribe(note);
    window.addEventListener('popstate', onBack);
  };

  return {
    enter(opened: string, begin: () => void): void {
      if (!hasStarted) start();
      const entry = entrySchema.safeParse(history.state).data;
      const looked = readHash(location.hash);
      const isOwn = (entry?.project ?? opened) === opened;
      project = opened;
      floor = entry?.floor ?? 'none';
      quietly(begin);
      if (looked && isOwn) show(looked);
      put('replaceState', hashOf(lookedAt()));
    },
    /** Resets the address after a purge, because the view may name purged data. */
    forget(begin: () => void): void {
      quietly(begin);
      if (project !== '') put('replaceState', hashOf(lookedAt()));
    },
  };
}
