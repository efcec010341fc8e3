// Converts SVG to PNG on a white background, in the page because workers cannot decode SVG.

import { check } from "../../core/index.ts";

/** Twice the size of the SVG, at most 4000 pixels in width and height. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(2, 4000 / width, 4000 / height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(scale * width));
    canvas.height = Math.max(1, Math.round(scale * height));
    const context = canvas.getContext("2d")!;
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    check(png !== null, "picture: this browser cannot convert it to PNG; use the SVG");
    return png!;
  } finally {
    URL.revokeObjectURL(url);
  }
}
