export { chooseLikeness, LikenessMenu, likenessQueries, useLikeness } from './likeness-menu.tsx';
