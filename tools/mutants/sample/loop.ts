import { isWithin } from './limit.ts';

export const withinOf = (doses: readonly number[]): number => {
  let count = 0;
  for (const dose of doses) if (isWithin(dose)) count += 1;
  return count;
};
