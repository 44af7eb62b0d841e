import { z } from 'zod';
import { settingsFile } from '../machine/settings.ts';
import { appService, type Session } from '../project.ts';
import type { Editor } from './commit.ts';

const authorSchema = z.object({ name: z.string().trim().min(1).max(80) });

/** Under which name edits are made on this machine. It goes into the project with every edit. */
export const authorSettings = appService(({ options }) =>
  settingsFile(options.settingsFolder, 'author.json', authorSchema, { name: 'person' }),
);

/** Who edits the open project of a session, and why. */
export const editorOf = (session: Session, reason = ''): Editor => ({
  project: session.project(),
  author: session.app.use(authorSettings).read().name,
  reason,
});
