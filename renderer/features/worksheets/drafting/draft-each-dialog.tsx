import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatSetShare } from '#shared/domain/figure-text.ts';
import { freeName } from '#shared/domain/flow.ts';
import { LEAST_FORM } from '#shared/domain/worksheet.ts';
import { client } from '../../../client/api.ts';
import { DraftEach, type DraftOfOne } from '../../flows/index.ts';
import { forgetDrafting, openApplication, worksheetQueries } from '../worksheets-state.ts';

export function DraftEachDialog() {
  const known = useQuery(worksheetQueries.list).data?.applications ?? [];
  const draftOf = async (field: string, value: string): Promise<DraftOfOne> => {
    const name = freeName(value, known);
    const where = `${field} = ${JSON.stringify(value)}`;
    const { set, fields, dialogues, hasForm } = await client.worksheets.draft({ name, where });
    const [most] = fields.toSorted((a, b) => b.share - a.share);
    return {
      dialogues,
      share: most?.share ?? 0,
      result: hasForm
        ? formatAmount(fields.length, 'field')
        : `no worksheet${most ? `; agents most often ask for ${most.field}` : ''}`,
      keep: hasForm
        ? async () => {
            await client.worksheets.save({ name, set, from: null });
            forgetDrafting();
            openApplication(name);
          }
        : null,
    };
  };
  return (
    <DraftEach
      what="worksheet"
      common="form"
      note={`A topic gets a worksheet if agents ask for the same thing in at least ${formatSetShare(LEAST_FORM)} of its dialogues.`}
      share="Most common question"
      best={(share) => `in the best topic, agents ask for the same thing in only ${share} of the dialogues.`}
      draft={draftOf}
      topic="worksheets"
      known={known}
      onOther={() => undefined}
    />
  );
}
