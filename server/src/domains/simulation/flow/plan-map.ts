import type { Language } from '#contract/base.ts';
import { Poses } from '#contract/intake.ts';
import type { Injection } from '#contract/markings.ts';
import { doseResponse } from '#engine/dose-response.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import en from '#messages/en/plan-document.json' with { type: 'json' };
import fr from '#messages/fr/plan-document.json' with { type: 'json' };
import { numberPoints } from '#server/platform/images/number-points.ts';
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';

const catalogues: Record<Language, Record<string, string>> = { en, fr };
const locales = { en: 'en-GB', fr: 'fr-FR' } as const;

/** The heading and the pictures below it, which stay together. */
const PICTURES_PT = 320;

/** Bytes of a pose's photo, or nothing where there is none. */
type ReadPhoto = (pose: (typeof Poses)[number]) => Promise<Buffer | null>;

/** The injection map on paper: numbered points on the photos they were placed on, and what goes where. */
export async function mapOf(
  language: Language,
  injections: readonly Injection[],
  read: ReadPhoto,
): Promise<PdfBlock[]> {
  if (injections.length === 0) return [];
  const words = catalogues[language];
  const numbered = injections.map((point, index) => ({ ...point, number: index + 1 }));
  const pictures = [];
  for (const pose of Poses) {
    const here = numbered.filter((point) => point.pose === pose);
    const photo = here.length > 0 ? await read(pose) : null;
    if (photo) pictures.push({ bytes: await numberPoints(photo, here), caption: words[`pose.${pose}`] ?? pose });
  }
  const column = (key: string, share: number, isFigure = false) => ({ label: words[key] ?? key, share, isFigure });
  return [
    { kind: 'heading', text: words['map'] ?? '', room_pt: PICTURES_PT },
    ...(pictures.length > 0 ? ([{ kind: 'pictures', pictures }] as const) : []),
    {
      kind: 'table',
      columns: [
        column('map.number', 6),
        column('map.area', 22),
        column('map.side', 11),
        column('map.product', 22),
        column('map.depth', 27),
        column('dose', 12, true),
      ],
      rows: numbered.map((point) => [
        String(point.number),
        words[`treatment.${point.treatment}`] ?? point.treatment,
        words[`side.${point.side}`] ?? point.side,
        point.product || (words['map.no_product'] ?? ''),
        words[`depth.${point.depth}`] ?? point.depth,
        amountOf(point, language),
      ]),
    },
    { kind: 'note', text: words['map.note'] ?? '' },
  ];
}

function amountOf({ treatment, dose }: Injection, language: Language): string {
  const isVolume = isTreatmentName(treatment) && doseResponse[treatment].unit === 'mL';
  const digits = isVolume ? 2 : 1;
  const amount = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: isVolume ? 2 : 0,
    maximumFractionDigits: digits,
  }).format(dose);
  return `${amount} ${isVolume ? 'mL' : 'U'}`;
}
