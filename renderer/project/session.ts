import type { Query } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Project } from '#shared/contract/projects.ts';
import { fileName } from '#shared/domain/figure-text.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { client, native, queryClient } from '../client/api.ts';
import { readStored, writeStored } from '../ui/hooks/preferences.ts';
import { readable } from '../ui/text/readable-error.ts';

const STORED = 'project';

/** Keys of queries that do not depend on the open project. */
export const LASTING: readonly unknown[] = ['project', 'system', 'recent', 'inWorkspace'];

export function enterProject(project: Project | null): void {
  writeStored(STORED, project?.path ?? null, true);
  const before = queryClient.getQueryData<Project | null>(['project']);
  queryClient.setQueryData(['project'], project);
  const others = { predicate: (query: Query) => !LASTING.includes(query.queryKey[0]) };
  if (before && before.path === project?.path) void queryClient.invalidateQueries(others);
  else queryClient.removeQueries(others);
  document.title = project ? `${project.name} – Dialogram` : 'Dialogram';
}

/** The path of a damaged project, until somebody has decided what to do with it. */
export const useDamagedProject = create<{ readonly path: string | null }>(() => ({ path: null }));

/** Throws an AbortError for a damaged project, so that no second error is shown. */
async function open(path: string): Promise<Project> {
  try {
    return await client.projects.open({ path });
  } catch (error) {
    const { code, place } = readable(error);
    if (code !== 'PROJECT_DAMAGED') throw error;
    useDamagedProject.setState({ path: place ?? path });
    throw new DOMException('The project is damaged.', 'AbortError');
  }
}

/**
 * Returns the project open in the backend, or else the last one of this tab.
 * If the project cannot be opened, throws the contract's error, and the tab forgets the project.
 */
export async function restoreProject(): Promise<Project | null> {
  const current = await client.projects.current();
  if (current) return current;
  const path = readStored<string | null>(STORED, null, true);
  if (path === null) return null;
  try {
    return await open(path);
  } catch (error) {
    writeStored(STORED, null, true);
    throw error;
  }
}

export async function openProject(path: string): Promise<Project> {
  const project = await open(path);
  enterProject(project);
  return project;
}

export async function chooseAndOpen(): Promise<Project | null> {
  const path = await native.chooseProjectToOpen();
  return path === null ? null : openProject(path);
}

export async function chooseAndCreate(suggestedName = 'Untitled'): Promise<Project | null> {
  const path = await native.chooseNewProject(suggestedName);
  if (path === null) return null;
  const project = await client.projects.create({ path });
  enterProject(project);
  return project;
}

export async function createDemo(): Promise<JobId> {
  const { project, job } = await client.projects.createDemo();
  enterProject(project);
  return job;
}

export async function closeProject(): Promise<void> {
  await client.projects.close();
  enterProject(null);
}

export async function saveProjectAs(): Promise<Project | null> {
  const { name } = (await client.projects.current()) ?? { name: 'Untitled' };
  const path = await native.chooseNewProject(name);
  if (path === null) return null;
  const project = await client.projects.saveAs({ path });
  enterProject(project);
  return project;
}

export async function discardProject(): Promise<void> {
  await client.projects.discard();
  enterProject(null);
}

export function projectNameOf(path: string): string {
  return (
    fileName(path).replace(/(\.(csv|tsv|xlsx|xlsm|ods|parquet|txt|jsonl?|ndjson|gz|zst|zip))+$/i, '') ||
    'Untitled'
  );
}

export function isProjectFile(path: string): boolean {
  return /\.dialogram$/i.test(path);
}
