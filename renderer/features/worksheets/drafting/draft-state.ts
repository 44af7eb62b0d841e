import { create } from 'zustand';
import type { DraftedWorksheets } from '#shared/contract/worksheets.ts';

interface Drafting {
  /** Whether a worksheet is being drafted, in place of the table. */
  readonly isOpen: boolean;
  readonly name: string;
  readonly where: string;
  /** Numbers of states between commas; empty for all. */
  readonly states: string;
  /** What came of it, which stays while its dialogues are looked at. */
  readonly drafted: DraftedWorksheets | null;
}

const NOTHING: Drafting = { isOpen: false, name: 'drafted', where: '', states: '', drafted: null };

export const useDrafting = create<Drafting>(() => NOTHING);
export const changeDrafting = (change: Partial<Drafting>): void => useDrafting.setState(change);
export const forgetDrafting = (): void => useDrafting.setState(NOTHING);
