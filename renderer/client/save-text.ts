/**
 * Hands a text to the person as a file, by a download of the page's own: the browser puts it where downloads go,
 * the desktop app asks where.
 */
export function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download holds on to the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
