import * as z from 'zod';

/** Units for botulinum toxin, millilitres for fillers, percent for lasers. The server holds each dose to the clinical dataset (engine/src/clinical.ts). */
const Dose = z.number().min(0).max(200);
export const SidedDose = z.union([Dose, z.object({ right: Dose, left: Dose })]);
