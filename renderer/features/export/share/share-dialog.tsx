import { lazy, Suspense } from 'react';
import type { ShareFormProps } from './share-form.tsx';

const ShareForm = lazy(async () => ({ default: (await import('./share-form.tsx')).ShareForm }));

export function SharePictureDialog(shared: ShareFormProps) {
  return (
    <Suspense>
      <ShareForm {...shared} />
    </Suspense>
  );
}
