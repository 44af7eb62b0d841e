import {
  automatonFileSchema,
  pictureDirectionSchema,
  picturePageSchema,
  pictureThemeSchema,
} from '#shared/contract/automata.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'export',
  usage: `export --project p.dialogram [--automaton A] --to ${automatonFileSchema.options.join('|')} [--share] [--page ${picturePageSchema.options.join('|')}] [--theme ${pictureThemeSchema.options.join('|')}] [--direction ${pictureDirectionSchema.options.join('|')}] --out FILE [--force]`,
  async run(given, { client }) {
    const project = given.project();
    const to = given.choice('to', automatonFileSchema.options);
    if (to === null)
      throw given.wrong(`--to is missing; it is one of ${automatonFileSchema.options.join(', ')}.`);
    const target = given.target(given.required('out'));
    const automaton = given.run('automaton');
    const look = {
      page: given.choice('page', picturePageSchema.options) ?? undefined,
      theme: given.choice('theme', pictureThemeSchema.options) ?? undefined,
      direction: given.choice('direction', pictureDirectionSchema.options) ?? undefined,
    };
    const asked = Object.keys(look).find((name) => given.named.has(name));
    if (asked !== undefined && to !== 'svg') throw given.wrong(`--${asked} is for --to svg.`, to);
    await client.projects.open({ path: project });
    return client.automata.export({
      automaton,
      to,
      ...target,
      ...look,
      leastSupport: given.named.has('share') ? LEAST_SHARED : 1,
    });
  },
};
