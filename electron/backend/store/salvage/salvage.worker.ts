import { serve } from '../../workers/serve.ts';
import { type Salvaged, salvageProject } from './salvage-project.ts';

export interface SalvageWork {
  readonly input: { readonly path: string; readonly out: string };
  readonly progress: never;
  readonly result: Salvaged;
}

serve<SalvageWork>(async ({ path, out }) => ({ result: salvageProject(path, out) }));
