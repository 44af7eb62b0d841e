import { createTabState } from '../../project/tab-state.ts';

/** The two groups of dialogues that are compared, as filters; `right` is empty for all that are not left. */
interface Groups {
  readonly left: string;
  readonly right: string;
}

const state = createTabState<Groups>('groups', { left: '', right: '' });
export const { use: useGroups, enter: enterGroups, change: changeGroups } = state;

/** Group B as a filter. */
export const otherGroup = ({ left, right }: Groups): string =>
  right.trim() === '' ? `not (${left})` : right;
