import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { TagFinder } from '../../project/tags/tag-finder.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { KeyCap } from '../../ui/text/key-cap.tsx';
import { noteQueries } from './queries.ts';
import './notes.css';

const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Pins tags to the keys 1 to 9 of the review, the same for every turn. */
export function PinsDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const pins = useQuery(noteQueries(client).pins).data ?? [];
  const [choosing, setChoosing] = useState<number | null>(null);
  const pin = useMutation({
    mutationFn: (input: Parameters<DialogramClient['notes']['pin']>[0]) => client.notes.pin(input),
    meta: about('notes'),
  });
  return (
    <Dialog
      title="Tags pinned to keys"
      width="narrow"
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>A pinned tag always has its key. The other keys go to the likeliest tags of each turn.</p>
      <ul className="stack-1">
        {KEYS.map((key) => {
          const name = pins.find((pinned) => pinned.key === key)?.name;
          return (
            <li key={key} className="row-2 pin-row">
              <KeyCap text={String(key)} />
              {choosing === key ? (
                <div className="pin-finder">
                  <TagFinder
                    label={`Tag for the key ${key}`}
                    run={null}
                    allowNew
                    without={[]}
                    onPick={({ name: tag }) => {
                      pin.mutate({ key, tag });
                      // Runs at once, so that the dialog gets the next key.
                      setChoosing(null);
                    }}
                    onClose={() => setChoosing(null)}
                  />
                </div>
              ) : (
                <>
                  <span className={`clip ${name ? '' : 'quiet'}`}>{name ? `#${name}` : 'free'}</span>
                  <span className="row-2 pin-actions">
                    <Button
                      small
                      aria-label={name ? `Change the tag of the key ${key}` : `Pin a tag to the key ${key}`}
                      onClick={() => setChoosing(key)}
                    >
                      {name ? 'Change' : 'Pin'}
                    </Button>
                    {name && (
                      <Button
                        small
                        kind="quiet"
                        aria-label={`Unpin the key ${key}`}
                        onClick={() => pin.mutate({ key, tag: null })}
                      >
                        Unpin
                      </Button>
                    )}
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {pin.isError && <ErrorNotice error={pin.error} />}
    </Dialog>
  );
}
