import type { Language } from '#contract/base.ts';
import { ScoreNames } from '#contract/skin-score.ts';
import en from '#messages/en/plan-document.json' with { type: 'json' };
import fr from '#messages/fr/plan-document.json' with { type: 'json' };
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';
import { withBand } from '../skin-score/score.ts';
import { showSigned } from '../skin-score/show-score.ts';
import type { SkinScoreRow } from '../skin-score/skin-scores.queries.ts';

const catalogues = { en, fr };
/** Heading, seven rows and the note: read at one glance, so never parted. */
const WHOLE_PT = 360;

/** The skin score on paper, as it was signed with the plan: six values and their weighted mean, each with its measuring error. Not scored: nothing. */
export function scoreOn(language: Language, row: SkinScoreRow | undefined): PdfBlock[] {
  if (!row?.signed_at) return [];
  const words = catalogues[language];
  const overall = withBand('overall', Number(row.overall));
  const { scores } = showSigned({ ...row, overall: overall.value, signed_at: row.signed_at });
  const figures = ({ value, band }: { value: number; band: number }) => [
    String(Math.round(value)),
    `± ${Math.round(band)}`,
  ];
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
          const { is_appearance_estimate, is_corrected, ...score } = scores[name];
          const remarks = [is_appearance_estimate && words['score.estimate'], is_corrected && words['score.corrected']];
          return [words[`score.${name}`], remarks.filter(Boolean).join(', '), ...figures(score)];
        }),
        [words['score.overall'], '', ...figures(overall)],
      ],
    },
    { kind: 'note', text: words['score.note'] },
  ];
}
