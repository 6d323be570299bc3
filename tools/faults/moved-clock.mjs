import { existsSync, readFileSync } from 'node:fs';

/**
 * This module is loaded before the service. If the file that FAULT_CLOCK names exists, the service's clock is the
 * machine's clock plus the milliseconds in that file.
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
