export { LikenessMenu, useLikeness } from './likeness-menu.tsx';
export { chooseLikeness } from './likeness-state.ts';
export { likenessQueries } from './queries.ts';
