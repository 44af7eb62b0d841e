import { useState } from 'react';
import { create } from 'zustand';
import { contrastFaults, PLAIN_BRAND } from '#shared/algorithms/layout/picture/brand.ts';
import type { Brand } from '#shared/algorithms/layout/picture/look.ts';
import { readStored, writeStored } from '../../../ui/hooks/preferences.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/field.tsx';
import { closeDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';

const KEPT = 'pictureBrand';

const state = create<{ readonly brand: Brand | null }>(() => ({
  brand: readStored<Brand | null>(KEPT, null),
}));

/** Returns the brand of shared pictures and stories; null for the app's colors. Stored on this machine. */
export const useBrand = (): Brand | null => state(({ brand }) => brand);

function keepBrand(brand: Brand | null): void {
  writeStored(KEPT, brand);
  state.setState({ brand });
}

const COLOURS = [
  { of: 'surface', label: 'Background' },
  { of: 'text', label: 'Text' },
  { of: 'user', label: 'Customer states' },
  { of: 'system', label: 'Agent states' },
] as const;

interface BrandDialogProps {
  readonly onUse?: () => void;
}

export function BrandDialog({ onUse }: BrandDialogProps) {
  const kept = useBrand();
  const [brand, setBrand] = useState(kept ?? PLAIN_BRAND);
  const faults = contrastFaults(brand);
  const keep = (next: Brand | null): void => {
    keepBrand(next);
    if (next) onUse?.();
    closeDialog();
  };
  return (
    <Dialog
      title="Brand"
      width="narrow"
      foot={kept && <Button onClick={() => keep(null)}>Remove</Button>}
      main={{ label: 'Use brand', onClick: () => keep(brand) }}
    >
      <p className="quiet small">
        Used in stories, and in pictures with the “Brand” colors. Saved on this machine.
      </p>
      <div className="brand-colours gap-3 grid two-columns">
        {COLOURS.map(({ of, label }) => (
          <TextField
            key={of}
            type="color"
            label={label}
            value={brand[of]}
            onChange={(value) => setBrand({ ...brand, [of]: value })}
          />
        ))}
      </div>
      <TextField
        label="Font"
        hint="Files contain only the font's name. A computer without the font uses another font."
        placeholder="e.g. Georgia"
        value={brand.font}
        maxLength={60}
        onChange={(font) => setBrand({ ...brand, font })}
      />
      {faults.length > 0 ? (
        <Notice kind="warning">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </Notice>
      ) : (
        <p className="quiet small">All colors have enough contrast.</p>
      )}
    </Dialog>
  );
}
