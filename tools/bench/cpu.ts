import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, in which /proc counts. */
const TICKS_PER_S = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly cpu_s: number;
}

/** CPU seconds that a process and all below it have used so far. NaN where the machine has no /proc. */
export function cpuOf(pid: number): number {
  try {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(read);
    const family = new Set([pid]);
    for (let size = 0; size !== family.size; ) {
      size = family.size;
      for (const one of all) if (family.has(one.parent)) family.add(one.pid);
    }
    return all.filter((one) => family.has(one.pid)).reduce((sum, { cpu_s }) => sum + cpu_s, 0);
  } catch {
    return Number.NaN;
  }
}

/** The name of a program stands in brackets and may hold anything; what follows are numbers. */
function read(name: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const cpu_s = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
    return [{ pid: Number(name), parent: Number(fields[1]), cpu_s }];
  } catch {
    return [];
  }
}
