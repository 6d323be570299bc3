import { AgendaLimits } from '#contract/agenda.ts';

/** Returns the visits that a screen shows. If there are more than it can show, the response contains one more. */
export const shownRows = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice(0, AgendaLimits.rows);

/** Whether the screen does not show all visits of the response. */
export const isCut = (rows: readonly unknown[]): boolean => rows.length > AgendaLimits.rows;
