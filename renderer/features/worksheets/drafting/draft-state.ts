import { create } from 'zustand';
import type { DraftedWorksheets } from '#shared/contract/worksheets.ts';

interface Drafting {
  /** True while the draft panel replaces the table. */
  readonly isOpen: boolean;
  readonly name: string;
  readonly where: string;
  /** Comma-separated numbers of states; empty for all. */
  readonly states: string;
  /** The draft. It stays while its dialogues are read. */
  readonly drafted: DraftedWorksheets | null;
}

const NOTHING: Drafting = { isOpen: false, name: 'drafted', where: '', states: '', drafted: null };

export const useDrafting = create<Drafting>(() => NOTHING);
export const changeDrafting = (change: Partial<Drafting>): void => useDrafting.setState(change);
export const forgetDrafting = (): void => useDrafting.setState(NOTHING);
