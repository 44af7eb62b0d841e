import type { Command } from '../command.ts';
import { evaluateCommand } from './evaluate.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { infoCommand } from './info.ts';
import { learnCommand } from './learn.ts';
import { modelsCommand } from './models.ts';
import { purgeCommand } from './purge.ts';
import { routeCommand } from './route.ts';
import { simulateCommand } from './simulate.ts';
import { tagCommand } from './tag.ts';

export const COMMANDS: readonly Command[] = [
  importCommand,
  tagCommand,
  learnCommand,
  routeCommand,
  exportCommand,
  evaluateCommand,
  simulateCommand,
  infoCommand,
  modelsCommand,
  purgeCommand,
];
