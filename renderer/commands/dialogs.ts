import { create } from 'zustand';
import type { PurgeSelection } from '#shared/contract/purge.ts';
import type { RunId } from '#shared/domain/ids.ts';

export type OpenDialog =
  | { readonly kind: 'import'; readonly paths: readonly string[] }
  | { readonly kind: 'sources' }
  | { readonly kind: 'purge'; readonly selection: PurgeSelection }
  | { readonly kind: 'tag' }
  | { readonly kind: 'tag-model' }
  | { readonly kind: 'learn' }
  | { readonly kind: 'export'; readonly automaton: RunId }
  | { readonly kind: 'evaluate' }
  | { readonly kind: 'batch' }
  | { readonly kind: 'judge'; readonly batch: RunId | null }
  | { readonly kind: 'keys' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'models' }
  | { readonly kind: 'modules' };

/** The dialog that is open; there is at most one of these at a time. */
export const useDialogs = create<{ readonly open: OpenDialog | null }>(() => ({ open: null }));

export function openDialog(dialog: OpenDialog): void {
  useDialogs.setState({ open: dialog });
}

export function closeDialog(): void {
  useDialogs.setState({ open: null });
}
