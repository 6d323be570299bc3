import type { Config } from '../config/config.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Opens tracing to the configured collector. Without a collector, OpenTelemetry is not even loaded. */
export async function openTracing({ traces, role }: Pick<Config, 'traces' | 'role'>): Promise<Tracing> {
  if (!traces) return noTracing;
  const { createTracing } = await import('./create-tracing.ts');
  return createTracing(traces, role);
}
