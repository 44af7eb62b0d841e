import type { DialogramClient } from '#shared/contract/contract.ts';

/** One page behind a door, with its own session. */
export interface Page {
  readonly client: DialogramClient;
  received(): number | null;
  leave(): Promise<void>;
}

/** A backend behind one kind of transport. */
export interface OpenDoor {
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

/** A way to reach the backend. One door passes the whole contract, the others what depends on a transport. */
export interface Door {
  readonly name: string;
  open(workspace: string): Promise<OpenDoor>;
}
