/** Renders an SVG to a PNG, at `times` the resolution of a standard screen. */
export async function svgToPng(svg: string, times: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * times;
    canvas.height = image.naturalHeight * times;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) {
      throw new Error(
        `A picture of ${canvas.width} × ${canvas.height} px is too large. Choose a smaller size or SVG.`,
      );
    }
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Once the download has started, it keeps the data.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
