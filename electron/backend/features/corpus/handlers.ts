import type { corpusContract, DialogueDetail, Preview } from '#shared/contract/corpus.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';
import type { Methods } from '../../feature.ts';
import { previewFile } from '../../formats/preview.ts';
import { dialogueOrder } from '../../store/corpus/dialogue-order.ts';
import { dialogueByExternalId, dialogueRows, requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import { listRejects, listSources } from '../../store/corpus/source-table.ts';
import { tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { pathVisits } from '../automata/index.ts';
import { importJob } from './import-job.ts';

export function corpusHandlers(corpus: Methods<typeof corpusContract>) {
  return {
    preview: corpus.preview.handler(async ({ input, context }): Promise<Preview> => {
      const path = context.session.files.forReading(input.path);
      try {
        return await previewFile(path, {
          ...input,
          format: input.format === 'auto' ? undefined : input.format,
          delimiter: input.delimiter ?? undefined,
          encoding: input.encoding ?? undefined,
        });
      } catch (error) {
        throw translateError(error, path);
      }
    }),
    import: corpus.import.handler(({ input, context }) => {
      const project = context.session.project();
      const paths = input.paths.map((path) => context.session.files.forReading(path));
      const [first, ...more] = paths;
      const title =
        first !== undefined && more.length === 0
          ? `Importing ${first.split(/[\\/]/).pop()}`
          : `Importing ${paths.length} files`;
      return { job: project.jobs.start(importJob, title, { ...input, paths }) };
    }),
    sources: corpus.sources.handler(({ context }) => listSources(context.session.project().database)),
    rejects: corpus.rejects.handler(({ input, context }) =>
      listRejects(context.session.project().database, input.source ?? null, input.offset, input.limit),
    ),
    dialogues: corpus.dialogues.handler(({ input, context }) => {
      const { database } = context.session.project();
      const matches = searchDialogues(database, input.query);
      const all = dialogueOrder(database).ids;
      const ids = matches === null ? all : all.filter((id) => matches.has(id));
      return {
        total: ids.length,
        items: dialogueRows(database, ids.slice(input.offset, input.offset + input.limit), matches),
      };
    }),
    find: corpus.find.handler(({ input, context }) => {
      const dialogue = dialogueByExternalId(context.session.project().database, input.externalId);
      if (dialogue !== null) return { dialogue };
      throw new DialogramError('NOT_FOUND', `There is no dialogue "${input.externalId}" in this project.`, {
        value: input.externalId,
        nextStep: 'Ids are those of the imported file, e.g. "star-12".',
      });
    }),
    dialogue: corpus.dialogue.handler(({ input, context }): DialogueDetail => {
      const project = context.session.project();
      const stored = requireDialogue(project.database, input.dialogue);
      const readTags = tagReaderFor(project.database, input.run);
      const visits = input.automaton === null ? null : pathVisits(project, input.automaton, stored.id);
      return {
        ...stored,
        domains: [...stored.domains],
        rounds: stored.rounds.map((round) => ({
          ...round,
          utterances: [...round.utterances],
          ...readTags(round.id),
          visits: (visits ?? [])
            .filter((visit) => visit.round === round.index)
            .map(({ round: _, ...visit }) => visit),
        })),
      };
    }),
  };
}
