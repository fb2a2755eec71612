/** The graph as a file: SVG, or PNG drawn from it. */
import type { Stage } from '../scene/scene';
import { pictureBox, toSvg, type Look } from './toSvg';

/** Browsers draw no larger canvas reliably. */
const side_max = 8_192;
const area_max = 48_000_000;

export function pageColours(): (token: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (token) => style.getPropertyValue(`--${token}`).trim() || 'gray';
}

export function svgFile(stage: Stage, look: Omit<Look, 'colours'>): Blob {
  return new Blob([toSvg(stage, { ...look, colours: pageColours() })], {
    type: 'image/svg+xml;charset=utf-8',
  });
}

/** How large the PNG is drawn: twice the page where that fits, smaller where it does not. */
export function pngScale({ width, height }: { readonly width: number; readonly height: number }) {
  return Math.min(2, side_max / width, side_max / height, Math.sqrt(area_max / (width * height)));
}

export async function pngFile(stage: Stage, look: Omit<Look, 'colours'>): Promise<Blob> {
  const box = pictureBox(stage);
  const scale = pngScale(box);
  const address = URL.createObjectURL(svgFile(stage, look));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(box.width * scale));
    canvas.height = Math.max(1, Math.floor(box.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser gives no canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no PNG of it'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function keepFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name that every file system takes. */
export function fileName(session: string, ending: string): string {
  const name = session.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|-+$/g, '');
  return `${name.slice(0, 80) || 'session'}.${ending}`;
}
