import type { NamedPaper } from '#server/platform/pdf/render-pdf.ts';
import { type Paper, paperWord } from './quote.ts';

/** Lays out a quote, a receipt or a similar document in the design of our documents. */
export const documentOf = (paper: Paper, madeAt: Date, name: string): NamedPaper => ({
  name,
  paper: {
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
  },
});
