import type { DialogramClient } from '#shared/contract/contract.ts';

/** One page behind a door: a session of its own. */
export interface Page {
  readonly client: DialogramClient;
  /** How many messages have come from the backend; null where nothing is sent. */
  received(): number | null;
  /** Goes without a word, as a page that is closed or loaded again. */
  leave(): Promise<void>;
}

/** A backend behind one kind of transport. */
export interface OpenDoor {
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

/** A way to reach the backend; every one is held to the same contract. */
export interface Door {
  readonly name: string;
  open(workspace: string): Promise<OpenDoor>;
}
