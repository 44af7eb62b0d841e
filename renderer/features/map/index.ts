import type { Feature } from '../../project/feature.ts';
import { enterMap } from './map-state.ts';

export { MapBar } from './map-bar.tsx';
export { mapQueries } from './queries.ts';
export { TransitionsTable } from './transitions-table.tsx';
export { figuresOnShow, useMapFigures, useMapOverlay, useToldOverlays } from './use-map-overlay.ts';

export const feature: Feature = { order: 7.5, onOpen: enterMap };
