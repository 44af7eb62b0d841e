import { lazy, Suspense } from 'react';
import type { ShareFormProps } from './share-form.tsx';

/** Loaded when the first picture is shared, because it brings the layout along. */
const ShareForm = lazy(async () => ({ default: (await import('./share-form.tsx')).ShareForm }));

export function SharePictureDialog(shared: ShareFormProps) {
  return (
    <Suspense>
      <ShareForm {...shared} />
    </Suspense>
  );
}
