import { closeDialog, useDialogs } from '../commands/dialogs.ts';
import { BatchDialog } from '../features/batch/batch-dialog.tsx';
import { ImportDialog } from '../features/corpus/import-dialog.tsx';
import { SourcesDialog } from '../features/corpus/sources-dialog.tsx';
import { EvaluateDialog } from '../features/evaluation/setup/evaluate-dialog.tsx';
import { ExportDialog } from '../features/explore/export-dialog.tsx';
import { KeysDialog } from '../features/help/keys-dialog.tsx';
import { Palette } from '../features/help/palette.tsx';
import { JudgeDialog } from '../features/judging/judge-dialog.tsx';
import { LearnDialog } from '../features/learn/learn-dialog.tsx';
import { ModelTaggingDialog } from '../features/model-tagging/model-tagging-dialog.tsx';
import { ModulesDialog } from '../features/modules/modules-dialog.tsx';
import { ModelsDialog } from '../features/providers/models-dialog.tsx';
import { PurgeDialog } from '../features/purge/purge-dialog.tsx';
import { SettingsDialog } from '../features/settings/settings-dialog.tsx';
import { TagDialog } from '../features/tagging/tag-dialog.tsx';

/** The one dialog that is open. */
export function AppDialogs() {
  const open = useDialogs((state) => state.open);
  switch (open?.kind) {
    case 'import':
      return <ImportDialog paths={open.paths} onClose={closeDialog} />;
    case 'sources':
      return <SourcesDialog onClose={closeDialog} />;
    case 'purge':
      return <PurgeDialog selection={open.selection} onClose={closeDialog} />;
    case 'tag':
      return <TagDialog onClose={closeDialog} />;
    case 'tag-model':
      return <ModelTaggingDialog onClose={closeDialog} />;
    case 'learn':
      return <LearnDialog onClose={closeDialog} />;
    case 'export':
      return <ExportDialog automaton={open.automaton} onClose={closeDialog} />;
    case 'evaluate':
      return <EvaluateDialog onClose={closeDialog} />;
    case 'batch':
      return <BatchDialog onClose={closeDialog} />;
    case 'judge':
      return <JudgeDialog batch={open.batch} onClose={closeDialog} />;
    case 'keys':
      return <KeysDialog onClose={closeDialog} />;
    case 'palette':
      return <Palette onClose={closeDialog} />;
    case 'settings':
      return <SettingsDialog onClose={closeDialog} />;
    case 'models':
      return <ModelsDialog onClose={closeDialog} />;
    case 'modules':
      return <ModulesDialog onClose={closeDialog} />;
    default:
      return null;
  }
}
