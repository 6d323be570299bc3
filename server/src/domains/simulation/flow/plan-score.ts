import type { ReadingLanguage } from '#contract/languages.ts';
import { ScoreNames, type SignedScore } from '#contract/skin-score.ts';
import type en from '#messages/en/plan-document.json';
import { messagesOf } from '#server/platform/messages.ts';
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';
import { showSigned } from '../skin-score/show-score.ts';
import type { SkinScoreRow } from '../skin-score/skin-scores.queries.ts';

const catalogues = messagesOf<keyof typeof en>('plan-document');
/** The total height of the heading, seven rows and the note, in points. All of them are printed on one page. */
const WHOLE_PT = 360;

/**
 * Returns the blocks for the skin score that was signed with the plan: six values and their weighted mean, each with
 * its measurement error. Returns no blocks if there is no score.
 */
export function scoreOn(language: ReadingLanguage, row: SkinScoreRow | undefined): PdfBlock[] {
  if (!row?.signed_at) return [];
  const words = catalogues[language];
  const { overall, scores } = showSigned({ ...row, overall: Number(row.overall), signed_at: row.signed_at });
  const told = ScoreNames.filter((name) => scores[name].value !== null).length;
  const restsOn = words['score.rests_on'].replace('{{told}}', String(told));
  return [
    { kind: 'heading', text: words.score, room_pt: WHOLE_PT },
    {
      kind: 'table',
      columns: [
        { label: words['score.measure'], share: 30 },
        { label: words['score.remark'], share: 40 },
        { label: words['score.value'], share: 15, isFigure: true },
        { label: words['score.error'], share: 15, isFigure: true },
      ],
      rows: [
        ...ScoreNames.map((name) => {
          return [words[`score.${name}`], remarkOn(scores[name], words), ...figures(scores[name])];
        }),
        [words['score.overall'], told < ScoreNames.length ? restsOn : '', ...figures(overall)],
      ],
    },
    { kind: 'note', text: words['score.note'] },
  ];
}

function remarkOn(
  { value, untold, is_appearance_estimate, is_corrected }: SignedScore['scores']['pores'],
  words: (typeof catalogues)['en'],
): string {
  if (value === null) return untold ? words[`score.untold.${untold}`] : '';
  const remarks = [is_appearance_estimate && words['score.estimate'], is_corrected && words['score.corrected']];
  return remarks.filter(Boolean).join(', ');
}

const figures = ({ value, band }: { value: number | null; band: number }): [string, string] =>
  value === null ? ['–', ''] : [String(Math.round(value)), `± ${Math.round(band)}`];
