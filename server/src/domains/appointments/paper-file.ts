import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { type Paper, paperWord } from './quote.ts';

/** A paper as a PDF file. */
export async function paperFile(paper: Paper, madeAt: Date, name: string): Promise<File> {
  const bytes = await renderPdf({
    language: paper.language,
    title: `${paper.title} ${paper.subtitle}`,
    footer: paperWord(paper.language, 'footer'),
    made_at: madeAt,
    blocks: [
      { kind: 'title', text: paper.title },
      { kind: 'note', text: paper.subtitle },
      { kind: 'facts', rows: paper.lines },
      { kind: 'facts', rows: [paper.total] },
      ...paper.sentences.map((text) => ({ kind: 'text' as const, text })),
    ],
  });
  return new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
}
