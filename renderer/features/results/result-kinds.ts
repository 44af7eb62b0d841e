import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/slot.ts';
import type { ResultId } from './results-state.ts';

/** A kind of results, whose runs are listed and shown one at a time. */
interface ResultKind {
  readonly name: string;
  /** Returns the ids that can be shown, newest first. */
  readonly useIds: () => UseQueryResult<readonly ResultId[]>;
  /** True if it shows only dialogues that pass the filter of all views, or says where it does not. */
  readonly isFiltered?: boolean;
  readonly list: ComponentType<{ readonly shown: ResultId | null }>;
  readonly page: ComponentType<{ readonly shown: ResultId; readonly project: Project }>;
  /** The command that starts a run, for a kind without `begin`. */
  readonly starts?: Command;
  /** The command that makes a first run. A kind without it is shown only when chosen. */
  readonly begin?: {
    readonly command: Command;
    readonly when: (project: Project) => boolean;
    /** Says what a run of this kind is good for. */
    readonly about: string;
    /** Starts a small run automatically. It must cost nothing and send nothing. Uses the tags of a run. */
    readonly prepare?: (client: DialogramClient, run: RunId | null) => Promise<unknown>;
  };
}

export const resultKinds = defineSlot<ResultKind>();
