import { defineSlot } from '../../project/slot.ts';

/** What can be done with the dialogues that pass the filter. */
export const filterActions = defineSlot<{
  readonly label: string;
  readonly run: (where: string) => void;
}>();
