import { Menu } from '../../ui/overlays/menu.tsx';
import { Icon } from '../../ui/text/icon.tsx';

/** Which groups of states are drawn as one box. */
export function BoxesMenu({
  phases,
  closed,
  onClose,
}: {
  readonly phases: readonly string[];
  readonly closed: readonly string[];
  readonly onClose: (closed: readonly string[]) => void;
}) {
  const none = 'Choose states with Shift and a click, or a frame around them, then group them.';
  return (
    <Menu
      label="Groups"
      buttonLabel="Groups"
      className="button button-quiet button-icon"
      title="Which groups of states are drawn as one box"
      entries={[
        { kind: 'heading', label: phases.length > 0 ? 'Draw as one box' : 'No groups yet' },
        ...(phases.length === 0
          ? [
              {
                kind: 'action' as const,
                label: 'How to make one',
                hint: none,
                disabled: true,
                onSelect: () => {},
              },
            ]
          : []),
        ...phases.map((phase) => ({
          kind: 'action' as const,
          label: phase,
          checked: closed.includes(phase),
          beside: true,
          onSelect: () =>
            onClose(closed.includes(phase) ? closed.filter((one) => one !== phase) : [...closed, phase]),
        })),
        ...(phases.length > 1
          ? [
              { kind: 'line' as const },
              { kind: 'action' as const, label: 'Close all', onSelect: () => onClose(phases) },
              { kind: 'action' as const, label: 'Open all', onSelect: () => onClose([]) },
            ]
          : []),
      ]}
    >
      <Icon name="box" />
    </Menu>
  );
}
