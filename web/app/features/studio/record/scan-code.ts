import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// The WebAssembly module comes from our own server. This file, the library and the module are loaded only when a
// scanner opens.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/**
 * Returns the text of a code in an image, or null if there is no code. The FNC1 separator of GS1 codes is returned as
 * character 29.
 */
export async function scanCode(picture: Blob | ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, {
    formats: ['DataMatrix', 'Code128', 'QRCode', 'DataBarExp'],
    maxNumberOfSymbols: 1,
    textMode: 'Plain',
    tryHarder: true,
  });
  return found?.isValid ? found.text : null;
}
