import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { Poses } from '#contract/intake.ts';
import type { Injection } from '#contract/markings.ts';
import { doseResponse } from '#engine/dose-response.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { numberPoints } from '#server/platform/images/number-points.ts';
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';
import { treatmentName, wordsIn } from './plan-sessions.ts';

const catalogues = messagesOf<string>('plan-document');

/**
 * The height of the heading, in points. `PICTURES_PT` is the total width of the square images below the heading, also
 * in points. Heading and images are printed on the same page.
 */
const HEADING_PT = 64;
const PICTURES_PT = 484;

/** A function that returns the bytes of a pose's photo, or null if there is no photo. */
type ReadPhoto = (pose: (typeof Poses)[number]) => Promise<Buffer | null>;

/**
 * Returns the blocks of the injection map: photos with numbered points, and a table with the product and the amount at
 * each point.
 */
export async function mapOf(
  language: ReadingLanguage,
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
    { kind: 'heading', text: words['map'] ?? '', room_pt: HEADING_PT + PICTURES_PT / Math.max(1, pictures.length) },
    ...(pictures.length > 0 ? ([{ kind: 'pictures', pictures }] as const) : []),
    {
      kind: 'table',
      isDense: true,
      columns: [
        column('map.number', 14),
        column('map.area', 22),
        column('map.side', 12),
        column('map.product', 16),
        column('map.depth', 21),
        column('dose', 15, true),
      ],
      rows: alikeOf(numbered).map(([numbers, point]) => [
        numbers.join(', '),
        treatmentName(point.treatment, language),
        words[`side.${point.side}`] ?? point.side,
        point.product || (words['map.no_product'] ?? ''),
        words[`depth.${point.depth}`] ?? point.depth,
        (numbers.length > 1 ? `${numbers.length} × ` : '') + amountOf(point, language),
      ]),
    },
    { kind: 'note', text: words['map.note'] ?? '' },
  ];
}

/** Groups points with the same treatment, side, product, depth and dose into one row. */
function alikeOf(points: readonly (Injection & { number: number })[]): [numbers: number[], point: Injection][] {
  const rows = new Map<string, [number[], Injection]>();
  for (const point of points) {
    const { treatment, side, product, depth, dose } = point;
    const key = JSON.stringify([treatment, side, product, depth, dose]);
    const row = rows.get(key);
    if (row) row[0].push(point.number);
    else rows.set(key, [[point.number], point]);
  }
  return [...rows.values()];
}

function amountOf({ treatment, dose }: Injection, language: ReadingLanguage): string {
  const isVolume = isTreatmentName(treatment) && doseResponse[treatment].unit === 'mL';
  const digits = isVolume ? 2 : 1;
  const amount = new Intl.NumberFormat(regions[language], {
    minimumFractionDigits: isVolume ? 2 : 0,
    maximumFractionDigits: digits,
  }).format(dose);
  return `${amount}\u00a0${wordsIn(language).say(isVolume ? 'unit.mL' : 'unit.units')}`;
}
