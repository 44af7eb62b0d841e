import type { Command } from '../command.ts';
import { agreementCommand } from './agreement.ts';
import { annotationsCommand } from './annotations.ts';
import { batchCommand } from './batch.ts';
import { evaluateCommand } from './evaluate.ts';
import { exportCommand } from './export.ts';
import { exportTrainingCommand } from './export-training.ts';
import { importCommand } from './import.ts';
import { infoCommand } from './info.ts';
import { judgeCommand } from './judge.ts';
import { learnCommand } from './learn.ts';
import { modelsCommand } from './models.ts';
import { purgeCommand } from './purge.ts';
import { routeCommand } from './route.ts';
import { simulateCommand } from './simulate.ts';
import { tagCommand } from './tag.ts';
import { vocabularyCommand } from './vocabulary.ts';

export const COMMANDS: readonly Command[] = [
  importCommand,
  tagCommand,
  learnCommand,
  routeCommand,
  exportCommand,
  exportTrainingCommand,
  evaluateCommand,
  batchCommand,
  judgeCommand,
  simulateCommand,
  vocabularyCommand,
  annotationsCommand,
  agreementCommand,
  infoCommand,
  modelsCommand,
  purgeCommand,
];
