import { type ReactNode, useState } from 'react';
import { Choice } from '../../ui/inputs/field.tsx';

/**
 * Whether a run asks its model, or has its prompts wait for answers from elsewhere: a choice for its dialog, and what that
 * is among the run's settings.
 *
 * @param agreed false where nothing may be sent to its server, so that there is no choice
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
