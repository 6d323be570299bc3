import { existsSync, readFileSync } from 'node:fs';

/**
 * Loaded before the service: its clock is that of the machine plus the milliseconds in the file named by FAULT_CLOCK,
 * if it exists.
 */
const file = process.env.FAULT_CLOCK ?? '';
const Real = Date;
const moved = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
const now = () => Real.now() + moved();
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
