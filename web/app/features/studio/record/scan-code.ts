import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// The module comes from our own server, and only when a scanner opens, together with this file and the library.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** The text of a code in an image, with FNC1 as character 29. Null if there is no code. */
export async function scanCode(picture: Blob | ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, {
    formats: ['DataMatrix', 'Code128', 'QRCode', 'DataBarExp'],
    maxNumberOfSymbols: 1,
    textMode: 'Plain',
    tryHarder: true,
  });
  return found?.isValid ? found.text : null;
}
