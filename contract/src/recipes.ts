import * as z from 'zod';

/**
 * Units of botulinum toxin, millilitres of filler, or percent for lasers. The server refuses doses that the clinical
 * dataset (engine/src/clinical.ts) does not allow.
 */
const Dose = z.number().min(0).max(200);
export const SidedDose = z.union([Dose, z.object({ right: Dose, left: Dose })]);
