import { median } from './rows.ts';

/**
 * Medians of repeated runs, in CPU time of the main thread and in clock time. On a busy machine, only the CPU time
 * shows the amount of work.
 */
export interface Timing {
  readonly cpu_ms: number;
  readonly wall_ms: number;
}

export async function medianOf(run: () => unknown, repeats = 7): Promise<Timing> {
  await run();
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const before = process.threadCpuUsage();
    const start = performance.now();
    await run();
    wall.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  return { cpu_ms: median(cpu), wall_ms: median(wall) };
}
