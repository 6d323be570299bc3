import { setPriority } from 'node:os';
import type { Told } from './order.ts';
import { type Order } from './order.ts';
import { scenes } from './scenes.ts';

// The attacker of `npm run bench -- --only abuse`: it runs one attack on loopback for the given number of seconds, then
// reports the answers.
const BELOW = 5;
if (process.platform === 'linux') setPriority(0, BELOW);

process.once('message', (order: Order) => {
  void attack(order).then((told) => process.send?.(told, () => process.exit()));
});

async function attack(order: Order): Promise<Told> {
  const scene = scenes.find(({ name }) => name === order.scene);
  if (!scene) throw new Error(`no abuse is called ${order.scene}`);
  const statuses: Record<string, number> = {};
  let calls = 0;
  await scene.run(order, (status) => {
    calls++;
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  return { statuses, calls };
}
