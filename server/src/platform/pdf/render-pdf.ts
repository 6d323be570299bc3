import { join } from 'node:path';
import type { Context } from '../context.ts';
import { task } from '../workers/workers.ts';
import type { drawPdf } from './draw-pdf.ts';
import type { PdfDocument } from './pdf.ts';

const draw = task<typeof drawPdf>('papers', join(import.meta.dirname, 'draw-pdf.ts'), 'drawPdf');

export interface NamedPaper {
  readonly name: string;
  readonly paper: PdfDocument;
}

/**
 * Renders an A4 document as a PDF file in a worker thread. `make` loads the content only when the worker is free, so a
 * waiting call has neither images in memory nor a database connection.
 *
 * @throws Refusal BUSY, and refusals of `make`
 */
export async function renderPdf({ workers }: Pick<Context, 'workers'>, make: () => Promise<NamedPaper>): Promise<File> {
  let name = '';
  const bytes = await workers.run(draw, async () => {
    const made = await make();
    name = made.name;
    return made.paper;
  });
  return new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
}
