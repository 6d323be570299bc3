import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { knowLines, ownLine, sessionLines, type Words } from '#contract/plan-words.ts';
import type { PlanSession } from '#contract/sessions.ts';
import { messagesOf } from '#server/platform/messages.ts';
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';

const catalogues = messagesOf<string>('treatment-plan');

export const wordsIn = (language: ReadingLanguage): Words => ({
  say: (key, values = {}) =>
    (catalogues[language][key] ?? key).replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? '')),
  region: regions[language],
});

/** Returns the name of a treatment. If this release does not know the code, the code itself is returned. */
export const treatmentName = (code: string, language: ReadingLanguage): string =>
  catalogues[language][`treatment.${code}`] ?? code;

/**
 * Returns a label such as 'Written in English', in the reader's language, if the sentence is in another language.
 * Otherwise returns null.
 */
export const writtenIn = (written: ReadingLanguage, reader: ReadingLanguage): string | null =>
  ownLine({ text: '', language: written }, wordsIn(reader), reader)?.label ?? null;

/** The total height of a visit's heading, note and first treatment, in points. They are printed on one page. */
const VISIT_PT = 120;

/** Returns the blocks for the visits, followed by the aims, risks, aftercare and alternatives of the treatments. */
export function sessionsOn(sessions: readonly PlanSession[], language: ReadingLanguage): PdfBlock[] {
  const words = wordsIn(language);
  const { say } = words;
  return [
    ...sessionLines(sessions, words, language).flatMap(({ title, when, review, items }): PdfBlock[] => [
      { kind: 'heading', text: `${title} · ${when}`, room_pt: VISIT_PT },
      ...(review ? ([{ kind: 'note', text: review }] as const) : []),
      {
        kind: 'facts',
        rows: items.flatMap(({ name, dose, product, reasons, own }): [string, string][] => [
          [name, [dose, product, ...reasons].filter(Boolean).join('\n')],
          ...(own ? ([['', own.label ? `${own.text}\n(${own.label})` : own.text]] as [string, string][]) : []),
        ]),
      },
    ]),
    ...knowLines(sessions, words).flatMap(({ title, treatments, aim, risks, alternatives, aftercare }): PdfBlock[] => [
      { kind: 'heading', text: title, room_pt: VISIT_PT },
      { kind: 'note', text: [treatments, aim].filter(Boolean).join('. ') },
      {
        kind: 'facts',
        rows: (
          [
            ...risks.map(({ label, text }) => [label, text]),
            [say('aftercare'), aftercare.join('\n')],
            [say('alternatives'), alternatives],
          ] as [string, string][]
        ).filter(([, text]) => text !== ''),
      },
    ]),
  ];
}
