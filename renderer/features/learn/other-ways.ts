import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/slot.ts';

/** What else can be done than learning once, offered beside the parameters. */
export const otherWays = defineSlot<{ readonly title: string; readonly command: Command }>();
