import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/slot.ts';
import type { ResultId } from './results-state.ts';

/** A kind of results: runs that are listed, one of which is shown at a time. */
interface ResultKind {
  readonly name: string;
  /** What can be shown, the newest first. */
  readonly useIds: () => UseQueryResult<readonly ResultId[]>;
  /** It shows what it says of dialogues that pass the filter of all views alone, or says where it does not. */
  readonly isFiltered?: boolean;
  readonly list: ComponentType<{ readonly shown: ResultId | null }>;
  readonly page: ComponentType<{ readonly shown: ResultId; readonly project: Project }>;
  /** How a first one is made, where there is none of any kind; a kind without it is never shown unless chosen. */
  readonly begin?: {
    readonly command: Command;
    readonly when: (project: Project) => boolean;
    /** What one is good for. */
    readonly about: string;
    /** Begins a small one by itself, which costs nothing and sends nothing, by the tags of a run. */
    readonly prepare?: (client: DialogramClient, run: RunId | null) => Promise<unknown>;
  };
}

export const resultKinds = defineSlot<ResultKind>();
