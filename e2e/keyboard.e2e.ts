import { expect, test } from '@playwright/test';
import { everyAddress, type Walk } from './support/addresses.ts';
import { faultsByKeys, settled, watch } from './support/keys.ts';

/**
 * Opens pages one after the other. Returns the problems that a person who uses only the keyboard would have on these
 * pages.
 */
async function walk({ page, paths }: Walk): Promise<string[]> {
  await watch(page);
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    let found = await faultsByKeys(page);
    // Content that loads late may have moved the focus. If the check finds problems, the test repeats the check and
    // reports only what the second check finds.
    if (found.length > 0) {
      await settled(page);
      found = await faultsByKeys(page);
    }
    faults.push(...found.map((fault) => `${path}: ${fault}`));
  }
  return faults;
}

const obstacles = `<!doctype html><title>Obstacles</title>
  <style>
    #bare:focus { outline: none }
    #faded { opacity: 0 }
    #bar { position: fixed; inset: 0 0 auto; height: 60px; background: #fff }
  </style>
  <main>
    <div id="bar"></div><button id="under">Under the bar</button>
    <p style="padding-top: 90px"><button id="fine">Fine</button>
    <button id="bare">Shows nothing</button>
    <button id="faded">Not to be seen</button>
    <button id="skipped" tabindex="-1">Left out</button>
    <label><input type="radio" name="one" checked>One</label><label><input type="radio" name="one">Two</label>
    <div id="clicked">Only for a pointer</div></p>
  </main>
  <script>document.getElementById('clicked').addEventListener('click', () => {})</script>`;
const trap = `<!doctype html><title>Trap</title><main><button>Before</button><textarea></textarea></main>
  <script>document.querySelector('textarea').addEventListener('keydown', (event) => event.preventDefault())</script>`;

test('the checks for keyboard use find controls that a keyboard user could not use', async ({ page }) => {
  await watch(page);
  const faultsOf = async (body: string) => {
    await page.route('**/obstacles', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('/obstacles');
    return faultsByKeys(page);
  };
  expect(await faultsOf(obstacles)).toEqual([
    expect.stringMatching(/^has the focus under something else: .*under/),
    expect.stringMatching(/^shows no focus: .*bare/),
    expect.stringMatching(/^hidden, and has the focus: .*faded/),
    expect.stringMatching(/^never reached: .*skipped/),
    expect.stringMatching(/^can only be clicked: .*clicked/),
  ]);
  expect(await faultsOf(trap)).toEqual([expect.stringMatching(/^the focus does not leave <textarea>/)]);
});

test('trust 27: on every page, Tab or arrow keys reach each control, show its focus, and leave it again', async ({
  browser,
}) => {
  test.setTimeout(480_000);
  const walks = await everyAddress(browser);
  const found = await Promise.all(walks.map(walk));
  await Promise.all(walks.map(({ page }) => page.context().close()));
  expect(found.flat()).toEqual([]);
});
