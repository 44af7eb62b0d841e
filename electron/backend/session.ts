import { DialogramError } from '#shared/contract/errors.ts';
import type { App, Project, Session } from './project.ts';

interface Holder extends App {
  claim(path: string, mode: 'open' | 'create', session: Session): Promise<Project>;
  letGo(path: string, session: Session): Promise<void>;
}

export interface HeldSession extends Session {
  /** Releases the session's project after its jobs have ended. */
  end(): Promise<void>;
}

export function createSession(app: Holder): HeldSession {
  let current: Project | null = null;
  let ended = false;
  // Opening and closing run one after another, so that a page does not conflict with itself.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(step: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(step);
    turn = result.catch(() => {});
    return result;
  };
  const session: HeldSession = {
    app,
    files: app.files,
    project() {
      if (current) return current;
      throw new DialogramError('NO_PROJECT', 'No project is open.', {
        nextStep: 'Open or create a project first.',
      });
    },
    currentProject: () => current,
    open: (path, mode) =>
      inTurn(async () => {
        // The page was closed during the call, so nobody would close the project.
        if (ended) throw new DialogramError('CANCELLED', 'The window that asked for the project was closed.');
        const next = await app.claim(path, mode, session);
        const previous = current;
        current = next;
        if (previous && previous !== next) await app.letGo(previous.origin, session);
        return next;
      }),
    closeProject: () =>
      inTurn(async () => {
        if (!current) return false;
        const { origin } = current;
        current = null;
        await app.letGo(origin, session);
        return true;
      }),
    async end() {
      ended = true;
      await session.closeProject();
    },
  };
  return session;
}
