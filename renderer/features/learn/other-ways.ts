import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/slot.ts';

/** Alternatives to learning once, which other features offer beside the parameters. */
export const otherWays = defineSlot<{ readonly title: string; readonly command: Command }>();
