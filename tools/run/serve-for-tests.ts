import { main } from '../setup/say.mjs';
import { copyDemoStand, type DemoStand, makeDemoStand } from './demo-stand.ts';
import { startService } from './service.ts';
import { askedToStop, untilStopped } from './shutdown.ts';
import { buildWebIfStale } from './web-build.ts';

/**
 * Builds and serves the whole product for the browser tests, on a copy of the demo data that is deleted when the
 * process stops. If DEMO_STAND (JSON) names finished demo data, nothing is built and the data are not made again.
 */
await main(async () => {
  const stop = askedToStop();
  const { DEMO_STAND: given } = process.env;
  if (given) return serve(JSON.parse(given) as DemoStand, stop);
  await buildWebIfStale('http://localhost:4600');
  const stand = await makeDemoStand();
  try {
    await serve(stand, stop);
  } finally {
    await stand.stop();
  }
});

async function serve(stand: DemoStand, stop: Promise<string>): Promise<void> {
  const copy = await copyDemoStand(stand);
  const service = startService({ ...copy.env, TRUST_PROXY: '1' });
  try {
    await untilStopped(stop, { service: service.ended });
  } finally {
    await service.stop();
    await copy.remove();
  }
}
