import { z } from 'zod';
import { settingsFile } from '../machine/settings.ts';
import { appService, type Session } from '../project.ts';
import type { Editor } from './commit.ts';

const authorSchema = z.object({ name: z.string().trim().min(1).max(80) });

/** The name for edits on this machine. It is stored in the project with every edit. */
export const authorSettings = appService(({ options }) =>
  settingsFile(options.settingsFolder, 'author.json', authorSchema, { name: 'person' }),
);

/** Returns the editor of a session's open project, with the reason. */
export const editorOf = (session: Session, reason = ''): Editor => ({
  project: session.project(),
  author: session.app.use(authorSettings).read().name,
  reason,
});
