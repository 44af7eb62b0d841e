import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

const MODULES = about('modules');

export const moduleQueries = ({ modules }: DialogramClient) => ({
  list: { ...question('modules.list', modules.list, undefined, MODULES), staleTime: 0 },
  /**
   * @param standing the dialogue and its tags; a change makes it a new query
   * @param send true to ask a host, if the project uses one that was approved; else nothing is sent
   */
  consult: (standing: string, send: boolean) =>
    question(
      'modules.consult',
      (asked, options) => modules.consult({ send: asked.send }, options),
      { standing, send },
      MODULES,
    ),
});
