import { readFileSync } from 'node:fs';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** Draws a GS1 DataMatrix, the code that is printed on boxes and syringes. Elements are written as '(10)AB12'. */
export async function drawDataMatrix(elements: string) {
  const { image, error } = await writeBarcode(elements, { format: 'DataMatrix', options: 'gs1', scale: 8 });
  if (!image) throw new Error(error);
  return { name: 'box.png', mimeType: 'image/png', buffer: Buffer.from(await image.arrayBuffer()) };
}
