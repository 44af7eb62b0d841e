import { lazy, Suspense } from 'react';
import type { ShareFormProps } from './share-form.tsx';

/** Loaded when the first picture is shared, because the form needs the large layout code. */
const ShareForm = lazy(async () => ({ default: (await import('./share-form.tsx')).ShareForm }));

export function SharePictureDialog(shared: ShareFormProps) {
  return (
    <Suspense>
      <ShareForm {...shared} />
    </Suspense>
  );
}
