import { readdirSync } from 'node:fs';
import { usageOf } from '../run/process-usage.ts';

/**
 * Returns the CPU seconds that a process and its descendants have used until now, or NaN if the machine has no /proc.
 */
export function cpuOf(pid: number): number {
  const all = pidsOfAll().flatMap((one) => {
    const usage = usageOf(one);
    return usage ? [{ pid: one, ...usage }] : [];
  });
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  }
  const mine = all.filter((one) => family.has(one.pid));
  return mine.length > 0 ? mine.reduce((sum, { cpu_s }) => sum + cpu_s, 0) : Number.NaN;
}

function pidsOfAll(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
