import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../client/api.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { KeptPrompt, Messages, RequestPreview } from '../lasting-runs/index.ts';
import { judgingQueries, type QuestionInput } from './queries.ts';

export function JudgePrompt({ settings }: { readonly settings: QuestionInput['settings'] | null }) {
  return (
    <div className="stack-2">
      <KeptPrompt
        title="Prompt for the judge"
        hint="The instructions for the judge. Dialogram adds the true dialogue and both answers below them as data."
        of={useQuery(judgingQueries.prompt)}
        onSave={(text) => client.judging.savePrompt({ text })}
        onReset={() => client.judging.resetPrompt()}
      />
      <RequestPreview title="Preview of the first request" settings={settings}>
        {(chosen) => <Question settings={chosen} />}
      </RequestPreview>
    </div>
  );
}

export function Question({
  settings,
  item = null,
  pair = 0,
}: Pick<QuestionInput, 'settings' | 'item' | 'pair'>) {
  const [first, setFirst] = useState<'baseline' | 'column'>('baseline');
  const found = useQuery(
    judgingQueries.question({ settings, item, pair, baselineFirst: first === 'baseline' }),
  );
  return (
    <div className="stack-2 pad-top-2">
      <SelectField
        label="Shown first"
        className="row-1 sheet-choice"
        value={first}
        options={[
          { value: 'baseline', label: 'the baseline' },
          { value: 'column', label: 'the column' },
        ]}
        onChange={setFirst}
      />
      {found.data ? <Messages of={found.data.messages} /> : <Unanswered of={found} />}
    </div>
  );
}
