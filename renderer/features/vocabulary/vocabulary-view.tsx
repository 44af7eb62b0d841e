import type { Project } from '#shared/contract/projects.ts';
import { runCommand, useKeyScope } from '../../commands/use-command.ts';
import type { Shown } from '../../project/use-shown.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { EmptyState } from '../../ui/state/notice.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { taggingCommands } from '../tagging/index.ts';
import { HistoryTab } from './history/history-tab.tsx';
import { SimilarTab } from './similar-tab.tsx';
import { TagsTab } from './tags/tags-tab.tsx';
import { changeVocabulary, useVocabulary, type VocabularyTab } from './vocabulary-state.ts';
import './vocabulary.css';

const TABS: readonly { readonly value: VocabularyTab; readonly label: string }[] = [
  { value: 'tags', label: 'Tags' },
  { value: 'similar', label: 'Similar tags' },
  { value: 'history', label: 'History' },
];

/** Shows the tags of a project, pairs of tags that may mean the same, and the history of edits. */
export function VocabularyView({ project, shown }: { readonly project: Project; readonly shown: Shown }) {
  const tab = useVocabulary((state) => state.tab);
  useKeyScope('vocabulary');
  if (shown.run === null && !shown.pending && project.counts.edits === 0) {
    return (
      <EmptyState
        title="No tags yet"
        action={
          <Button
            kind="primary"
            onClick={() =>
              runCommand(project.counts.dialogues === 0 ? corpusCommands.import : taggingCommands.run)
            }
          >
            {project.counts.dialogues === 0 ? 'Import files…' : 'Tag dialogues…'}
          </Button>
        }
      >
        The automaton is learned from tags. Tag the dialogues, then rename, merge, split, describe and archive
        tags here.
      </EmptyState>
    );
  }
  const tabs = (
    <Tabs
      label="Vocabulary"
      value={tab}
      options={TABS}
      panelId="vocabulary-panel"
      onChange={(next) => changeVocabulary({ tab: next })}
    />
  );
  const run = shown.run?.id ?? null;
  return (
    <div
      className="vocabulary"
      id="vocabulary-panel"
      role="tabpanel"
      aria-labelledby={`vocabulary-panel-${tab}`}
    >
      {tab === 'tags' && <TagsTab project={project} run={run} tabs={tabs} />}
      {tab === 'similar' && <SimilarTab run={run} tabs={tabs} />}
      {tab === 'history' && <HistoryTab run={run} tabs={tabs} />}
    </div>
  );
}
