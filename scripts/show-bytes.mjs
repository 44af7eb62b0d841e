/** Shows how much has arrived on one line of a terminal; nothing for a file or a pipe. */
export function showBytes(stream) {
  let shown = '';
  const show = (text) => {
    if (!stream.isTTY || text === shown) return;
    stream.write(`\r${text}${' '.repeat(Math.max(0, shown.length - text.length))}`);
    shown = text;
  };
  return {
    tell: (bytes) => {
      if (bytes > 0) show(`${Math.floor(bytes / 1e6)} MB`);
    },
    end: () => {
      if (shown !== '') stream.write('\n');
    },
  };
}
