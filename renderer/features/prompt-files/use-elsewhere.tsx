import { type ReactNode, useState } from 'react';
import { Choice } from '../../ui/inputs/field.tsx';

/**
 * A checkbox: the run asks its model, or its prompts are exported and answered elsewhere. Returns the
 * checkbox and the setting for the run.
 * @param agreed false if nothing may be sent to its server, so that there is no choice
 */
export function useElsewhere(agreed: boolean): {
  readonly choice: ReactNode;
  readonly elsewhere: { readonly elsewhere?: true };
} {
  const [chosen, setChosen] = useState(false);
  const is = chosen || !agreed;
  return {
    elsewhere: is ? { elsewhere: true } : {},
    choice: (
      <Choice
        label="Answer elsewhere"
        hint={`${agreed ? 'Nothing is sent.' : 'You have not agreed to send to this server, so nothing is sent.'} Export the prompts, have them answered elsewhere, then import the answers.`}
        checked={is}
        disabled={!agreed}
        onChange={({ target }) => setChosen(target.checked)}
      />
    ),
  };
}
