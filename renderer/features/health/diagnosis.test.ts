import { expect, it } from 'vitest';
import { type Diagnosis, diagnosisText, jobsText } from './health-dialog.tsx';

const DIAGNOSIS: Diagnosis = {
  versions: { version: '1.2.3', shell: 'electron', node: '24.0.0', sqlite: '3.50.1', schemaVersion: 7 },
  browser: 'Chrome/140',
  project: {
    counts: {
      sources: 1,
      dialogues: 2,
      utterances: 1234,
      turns: 5,
      rejected: 0,
      tags: 1,
      edits: 0,
      taggingRuns: 0,
      automata: 0,
    },
    readOnly: false,
    inPlace: true,
  },
  health: {
    bytes: 2048,
    backups: { on: true, count: 0, bytes: 0, newest: null },
    jobs: { running: 1, waiting: 0, paused: 0, failed: 2 },
  },
  damage: [],
  log: ['{"event":"started"}'],
};

it('has versions, size, integrity, backups, jobs and the log, a line each', () => {
  expect(diagnosisText(DIAGNOSIS).split('\n')).toEqual([
    'Dialogram 1.2.3 · SQLite 3.50.1 · Node 24.0.0 · project format 7 · electron',
    'Chrome/140',
    'Project: 2.0 KB, 2 dialogues, 1,234 messages, 1 tag, 0 edits',
    'Integrity: No damage found',
    'Backups: Made after edits. No backup yet.',
    'Jobs: 1 running, 2 failed',
    'Log:',
    '{"event":"started"}',
    '',
  ]);
});

it('tells of damage, of a file that cannot be written, and of backups that are off', () => {
  const { project, health } = DIAGNOSIS;
  const text = diagnosisText({
    ...DIAGNOSIS,
    project: project && { ...project, readOnly: true, inPlace: false },
    health: health && {
      ...health,
      backups: { on: false, count: 2, bytes: 4096, newest: '2026-06-01T10:00:00Z' },
      jobs: { running: 0, waiting: 0, paused: 0, failed: 0 },
    },
    damage: ['its tables cannot be read'],
  });
  expect(text).toContain('\nThe project is read-only.\nThe project file was moved, deleted or replaced.\n');
  expect(text).toContain('Integrity: Damaged: its tables cannot be read\n');
  expect(text).toMatch(/Backups: Off\. 2 backups, 4\.0 KB, the newest from .*2026/);
  expect(text).toContain('Jobs: No open or failed jobs\n');
  expect(diagnosisText({ ...DIAGNOSIS, damage: null })).toContain(
    'No damage was found when the project was opened',
  );
});

it('says that no project is open', () => {
  expect(diagnosisText({ ...DIAGNOSIS, project: null, health: null })).toContain(
    '\nNo project is open.\nLog:',
  );
});

it('names only states that jobs are in', () => {
  expect(
    jobsText({ ...DIAGNOSIS.health, jobs: { running: 0, waiting: 3, paused: 0, failed: 0 } } as never),
  ).toBe('3 waiting');
});
