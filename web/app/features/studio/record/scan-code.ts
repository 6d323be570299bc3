import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Loaded from our own server, and only when a scanner opens, together with this file and the library.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** The text of a code in the picture, FNC1 as character 29; null when there is none. */
export async function scanCode(picture: Blob | ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, {
    formats: ['DataMatrix', 'Code128', 'QRCode', 'DataBarExp'],
    maxNumberOfSymbols: 1,
    textMode: 'Plain',
    tryHarder: true,
  });
  return found?.isValid ? found.text : null;
}
