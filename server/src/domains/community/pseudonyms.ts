import { randomInt } from 'node:crypto';

/** Plants, in English and French: they say nothing about a person. */
const plants = [
  ['Alder', 'Aulne'],
  ['Anemone', 'Anémone'],
  ['Aspen', 'Tremble'],
  ['Aster', 'Aster'],
  ['Bluebell', 'Jacinthe'],
  ['Bramble', 'Mûrier'],
  ['Bryony', 'Bryone'],
  ['Calendula', 'Souci'],
  ['Cedar', 'Cèdre'],
  ['Chestnut', 'Châtaignier'],
  ['Clover', 'Trèfle'],
  ['Cornflower', 'Bleuet'],
  ['Cowslip', 'Primevère'],
  ['Cypress', 'Cyprès'],
  ['Dogwood', 'Cornouiller'],
  ['Elder', 'Sureau'],
  ['Fennel', 'Fenouil'],
  ['Fern', 'Fougère'],
  ['Foxglove', 'Digitale'],
  ['Gentian', 'Gentiane'],
  ['Hawthorn', 'Aubépine'],

  ['Juniper', 'Genévrier'],
  ['Larch', 'Mélèze'],
  ['Lavender', 'Lavande'],
  ['Lichen', 'Lichen'],
  ['Linden', 'Tilleul'],
  ['Lupin', 'Lupin'],
  ['Magnolia', 'Magnolia'],
  ['Maple', 'Érable'],
  ['Mimosa', 'Mimosa'],
  ['Myrtle', 'Myrte'],
  ['Oleander', 'Oléandre'],
  ['Periwinkle', 'Pervenche'],
  ['Rowan', 'Sorbier'],
  ['Saffron', 'Safran'],
  ['Sorrel', 'Oseille'],
  ['Tansy', 'Tanaisie'],
  ['Thistle', 'Chardon'],
  ['Thyme', 'Thym'],
  ['Verbena', 'Verveine'],
  ['Yarrow', 'Achillée'],
  ['Zinnia', 'Zinnia'],
] as const;

/** A name like 'Juniper 4821', in French for French speakers. Unique handles come from `freeHandle`. */
export function pseudonym(locale: string): string {
  const [english, french] = plants[randomInt(plants.length)] ?? plants[0];
  return `${locale.startsWith('fr') ? french : english} ${randomInt(10, 10_000)}`;
}
