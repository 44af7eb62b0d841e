import { createTabState } from '../../project/tab-state.ts';

/** The two compared groups as filters. If `right` is empty, it is all dialogues outside `left`. */
interface Groups {
  readonly left: string;
  readonly right: string;
}

const state = createTabState<Groups>('groups', { left: '', right: '' });
export const { use: useGroups, enter: enterGroups, change: changeGroups } = state;

/** Returns group B as a filter. */
export const otherGroup = ({ left, right }: Groups): string =>
  right.trim() === '' ? `not (${left})` : right;
