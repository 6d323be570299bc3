import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// The WebAssembly module comes from our own server. It is loaded only when a scanner opens, together with this file and
// the library.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/**
 * Returns the text of a code in an image, or null if there is no code. The separator FNC1 of GS1 codes becomes
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
