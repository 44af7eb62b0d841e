import type { DialogueRound } from '#shared/contract/corpus.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { Icon } from '../../../ui/text/icon.tsx';
import { NoteField } from '../../notes/index.ts';
import type { RoundEditing } from './use-round-editing.ts';

export function RoundComment({
  round,
  editing,
}: {
  readonly round: DialogueRound;
  readonly editing: RoundEditing;
}) {
  const { comment } = round;
  if (editing.commenting === round.index) {
    return (
      <NoteField
        label={`Comment on turn ${round.index + 1}`}
        hint="Enter saves, Esc cancels. Clear the text to delete the comment."
        action="Comment"
        maxLength={4000}
        text={comment?.text ?? ''}
        onTake={(text) => editing.setComment(round, text)}
        onClose={() => editing.closeEditor(round)}
      />
    );
  }
  if (!comment) return null;
  return (
    <p className="round-comment small" title={`${comment.author}, ${formatTime(comment.at)}`}>
      <Icon name="comment" />
      {comment.text}
    </p>
  );
}
