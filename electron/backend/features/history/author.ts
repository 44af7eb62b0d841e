import { z } from 'zod';
import type { Session } from '../../session.ts';
import { type SettingsFile, settingsFile } from '../../settings.ts';
import type { Signature } from '../tagging/commit.ts';

const authorSchema = z.object({ name: z.string().trim().min(1).max(80) });
export type Author = z.infer<typeof authorSchema>;

/** Under which name edits are made on this machine. It goes into the project with every edit. */
export const authorSettings = (folder: string | null): SettingsFile<Author> =>
  settingsFile(folder, 'author.json', authorSchema, { name: 'person' });

/** Who edits in a session, and why. */
export const signatureOf = (session: Session, reason = ''): Signature => ({
  author: session.backend.author.read().name,
  reason,
});
