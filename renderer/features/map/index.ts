import type { Feature } from '../../project/feature.ts';
import { enterMap } from './map-state.ts';

export { MapBar } from './map-bar.tsx';
export { mapQueries } from './queries.ts';
export { figuresOnShow, useMapFigures, useMapOverlay, useToldOverlays } from './use-map-overlay.ts';
export { WaysTable } from './ways-table.tsx';

export const feature: Feature = { order: 7.5, onOpen: enterMap };
