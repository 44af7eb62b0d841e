import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  PICTURE_PAGES,
  type PicturePage,
  type PictureTheme,
} from '#shared/algorithms/layout/picture/look.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { type PictureChoices, pictureSvg } from '../../../graph/picture-svg.ts';
import type { ShownPicture } from '../../../graph/shown-picture.ts';
import { readStored, writeStored } from '../../../ui/hooks/preferences.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { bindTo, Choice, SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { closeDialog, Dialog, openOnTop } from '../../../ui/overlays/dialog.tsx';
import { tell } from '../../../ui/overlays/toasts.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { BrandDialog, useBrand } from './brand-dialog.tsx';
import { saveFile, svgToPng } from './picture-file.ts';

const THEMES: readonly { readonly value: PictureTheme; readonly label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'print', label: 'Black and white' },
];
const PAGE_LABELS: Readonly<Record<PicturePage, string>> = {
  free: 'Original size',
  '16:9': 'Slide 16:9',
  '4:3': 'Slide 4:3',
  a4: 'A4, landscape',
};
const DIRECTIONS = [
  { value: 'right', label: 'Left to right' },
  { value: 'down', label: 'Top down' },
] as const;
const FILES = [
  { value: 'svg', label: 'SVG' },
  ...[1, 2, 3, 4].map((times) => ({ value: String(times), label: `PNG, ${times}×` })),
];

const KEPT = 'pictureChoices';
const BRAND = 'brand';

export interface ShareFormProps {
  readonly picture: ShownPicture;
  readonly project: string;
}

export function ShareForm({ picture, project }: ShareFormProps) {
  const [file, setFile] = useState('svg');
  const brand = useBrand();
  const [isBranded, setBranded] = useState(brand !== null);
  const [choices, setChoices] = useState<PictureChoices>(() => ({
    page: '16:9',
    theme: 'light',
    direction: picture.layout.scene.direction,
    ...readStored<Partial<Pick<PictureChoices, 'page' | 'theme'>>>(KEPT, {}),
    title: project,
    whole: false,
    words: false,
  }));
  const change = (part: Partial<PictureChoices>): void => {
    const next = { ...choices, ...part };
    setChoices(next);
    writeStored(KEPT, { page: next.page, theme: next.theme });
  };
  const svg = useMemo(
    () => pictureSvg(picture, { ...choices, brand: isBranded ? brand : null }),
    [picture, choices, brand, isBranded],
  );
  const preview = useMemo(() => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), [svg]);
  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const times = file === 'svg' ? 1 : Number(file);

  const save = useMutation({
    mutationFn: async () => {
      const name = `${project} automaton ${picture.graph.summary.id}`;
      if (file === 'svg') saveFile(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }));
      else saveFile(`${name}.png`, await svgToPng(svg, times));
      closeDialog();
    },
  });
  const copy = useMutation({
    mutationFn: async () => {
      // Other programs accept PNG; a higher resolution can be enlarged.
      const png = svgToPng(svg, Math.max(2, times));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
      tell('Picture copied.');
      closeDialog();
    },
  });
  const error = save.error ?? copy.error;

  const bind = bindTo(choices, change);
  return (
    <Dialog
      title="Share the picture"
      width="wide"
      foot={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button does={copy}>Copy</Button>
          <Button kind="primary" does={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="share grid gap-4 at-start one-if-narrow">
        <figure className="share-preview gap-1 grid">
          <img src={preview} alt="Preview, with title, legend and caption" />
          <figcaption className="quiet small">
            {Number(width) * times} × {Number(height) * times} px
          </figcaption>
        </figure>
        <div className="stack-3">
          <TextField label="Title" {...bind('title')} maxLength={120} />
          <SelectField
            label="Page"
            {...bind('page')}
            options={PICTURE_PAGES.map((value) => ({ value, label: PAGE_LABELS[value] }))}
          />
          <SelectField label="Reading direction" {...bind('direction')} options={DIRECTIONS} />
          <SelectField
            label="Colors"
            value={isBranded && brand ? BRAND : choices.theme}
            options={brand ? [...THEMES, { value: BRAND, label: 'Brand' }] : THEMES}
            onChange={(theme) => {
              setBranded(theme === BRAND);
              if (theme !== BRAND) change({ theme });
            }}
          />
          <Button small onClick={() => openOnTop(BrandDialog, { onUse: () => setBranded(true) })}>
            Brand…
          </Button>
          <SelectField label="File" value={file} options={FILES} onChange={setFile} />
          <Choice
            label={`Include paths of fewer than ${LEAST_SHARED} dialogues`}
            hint="A path that only one customer took may reveal who that customer is."
            checked={choices.whole}
            onChange={(whole) => change({ whole })}
          />
          {picture.annotations.some(({ quoted }) => quoted) && (
            <Choice
              label="Include quotes"
              hint="Quotes from dialogues, with personal data masked."
              checked={choices.words}
              onChange={(words) => change({ words })}
            />
          )}
          <p className="quiet small">
            {choices.words
              ? 'The file contains counts and quotes, but no dialogue ids.'
              : 'The file contains only counts: no text and no dialogue ids.'}
          </p>
          {error && <ErrorNotice error={error} />}
        </div>
      </div>
    </Dialog>
  );
}
