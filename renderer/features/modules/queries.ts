import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

const MODULES = about('modules');

/** What the settings of modules ask. */
export const moduleQueries = ({ modules }: DialogramClient) => ({
  list: { ...question('modules.list', modules.list, undefined, MODULES), staleTime: 0 },
  /**
   * @param standing what was said and how it is tagged: another question once that changes
   * @param send it reaches a host, if the project uses one that was agreed to; else nothing is sent
   */
  consult: (standing: string, send: boolean) =>
    question(
      'modules.consult',
      (asked, options) => modules.consult({ send: asked.send }, options),
      { standing, send },
      MODULES,
    ),
});
