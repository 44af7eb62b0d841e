import { defineSlot } from '../../project/slot.ts';

/** Actions that other features add for the filtered dialogues. */
export const filterActions = defineSlot<{
  readonly label: string;
  readonly run: (where: string) => void;
}>();
