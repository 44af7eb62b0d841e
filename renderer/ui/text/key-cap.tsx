/** A key shown on a control; screen readers read it from `aria-keyshortcuts`. */
export function KeyCap({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <span aria-hidden="true">
      <kbd>{text}</kbd>
    </span>
  );
}
