import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PromptName } from '#shared/contract/model-tagging.ts';
import type { Prompt } from '#shared/contract/prompts.ts';
import { useApi } from '../../../client/api.tsx';
import { about } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';

/** The prompt's text; what is saved is a new version, and runs keep the one they were made with. */
export function PromptTab({ prompt }: { readonly prompt: Prompt & { readonly name: PromptName } }) {
  const { client } = useApi();
  const [text, setText] = useState(prompt.text);
  const save = useMutation({
    mutationFn: () => client.modelTagging.savePrompt({ name: prompt.name, text }),
    meta: about('prompts'),
  });
  const reset = useMutation({
    mutationFn: () => client.modelTagging.resetPrompt({ name: prompt.name }),
    meta: about('prompts'),
  });
  const failure = save.error ?? reset.error;
  return (
    <>
      <textarea
        className="input tag-prompt"
        aria-label={`Prompt, version ${prompt.version}`}
        value={text}
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      {failure != null && <ErrorNotice error={failure} />}
      <div className="row-2 tag-model-start">
        <span className="quiet small">
          Version {prompt.version}
          {prompt.shipped ? ', as shipped' : ', changed'}
          {prompt.name === 'tagging-closed' && <>; {'{{vocabulary}}'} is where the offered tags stand</>}
        </span>
        <Button disabled={prompt.shipped || reset.isPending} onClick={() => reset.mutate()}>
          Reset
        </Button>
        <Button
          kind="primary"
          disabled={text.trim() === '' || text.trim() === prompt.text || save.isPending}
          onClick={() => save.mutate()}
        >
          Save as version {prompt.version + 1}
        </Button>
      </div>
    </>
  );
}
