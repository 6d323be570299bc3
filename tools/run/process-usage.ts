import { existsSync, readFileSync } from 'node:fs';

/** Number of clock ticks in a second, a constant of Linux. /proc counts processor time in ticks. */
const TICKS_PER_S = 100;
const PAGE_KB = 4;

export interface Usage {
  readonly parent: number;
  /** Processor time since the process started. */
  readonly cpu_s: number;
  /** Clock ticks from the machine's start to the process's start. */
  readonly began: string;
  readonly memory_kb: number;
}

/** Returns the memory and processor time of a process, or null if it has ended or the system has no /proc. */
export function usageOf(pid: number): Usage | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const stat = read(file);
  if (!stat) return null;
  // The second field is the program's name in brackets and may contain anything; the third field follows it.
  const fields = ['', '', '', ...stat.slice(stat.lastIndexOf(')') + 2).split(' ')];
  const number = (field: number): number => Number(fields[field]);
  return {
    parent: number(4),
    cpu_s: (number(14) + number(15)) / TICKS_PER_S,
    began: fields[22] ?? '',
    memory_kb: number(24) * PAGE_KB,
  };
}

/** Returns null if the file cannot be read, because the process may end between two reads. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
