/** A key printed on a control; screen readers hear of it through `aria-keyshortcuts`. */
export function KeyCap({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <span aria-hidden="true">
      <kbd>{text}</kbd>
    </span>
  );
}
