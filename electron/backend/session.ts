import { DialogramError } from '#shared/contract/errors.ts';
import type { Backend } from './backend.ts';
import type { FileAccess } from './files.ts';
import type { OpenProject } from './open-project.ts';

/**
 * One page, or one command: it has at most one project open, and no other session has the same.
 */
export interface Session {
  readonly backend: Backend;
  readonly files: FileAccess;
  /** The open project; NO_PROJECT where there is none. */
  project(): OpenProject;
  currentProject(): OpenProject | null;
  open(path: string, mode: 'open' | 'create'): Promise<OpenProject>;
  closeProject(): Promise<boolean>;
  /** Where errors happened, for their message: the project's path. */
  place(): string;
  /** The page is gone. Its project is let go of, once its jobs have ended. */
  end(): Promise<void>;
}

export function createSession(backend: Backend): Session {
  let current: OpenProject | null = null;
  let ended = false;
  // Opening and closing follow one another, so that a page that closes and opens in one go meets itself no more.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(step: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(step);
    turn = result.catch(() => {});
    return result;
  };
  const session: Session = {
    backend,
    files: backend.files,
    project() {
      if (current) return current;
      throw new DialogramError('NO_PROJECT', 'No project is open.', {
        nextStep: 'Open a project or make a new one first.',
      });
    },
    currentProject: () => current,
    place: () => current?.path ?? backend.files.workspace,
    open: (path, mode) =>
      inTurn(async () => {
        // Its page closed while the call was on its way; what it opened now nobody would ever close.
        if (ended) throw new DialogramError('CANCELLED', 'The page that asked for the project is gone.');
        const next = await backend.claim(path, mode, session);
        const previous = current;
        current = next;
        if (previous && previous !== next) await backend.letGo(previous.path, session);
        return next;
      }),
    closeProject: () =>
      inTurn(async () => {
        if (!current) return false;
        const { path } = current;
        current = null;
        await backend.letGo(path, session);
        return true;
      }),
    async end() {
      ended = true;
      await session.closeProject();
    },
  };
  return session;
}
