import { isMac, labelKeys } from '../../commands/keys.ts';
import './help.css';

/** Shows the keys of a command as printed on the keyboard; `each` includes the alternatives. */
export function KeysOf({
  keys,
  each = false,
}: {
  readonly keys: readonly string[];
  readonly each?: boolean;
}) {
  const mac = isMac();
  return (
    <span className="keys-of">
      {(each ? keys : keys.slice(0, 1)).map((chord, index) => (
        <span key={chord}>
          {index > 0 && <span className="keys-or">or</span>}
          {labelKeys(chord, mac).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
