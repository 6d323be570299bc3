import { expect } from 'vitest';
import type { LaunchState } from '#contract/launch.ts';
import { type SiteBlockState, SiteRegions } from '#contract/site.ts';
import type { Browser } from './browser.ts';

export const readLaunch = async (admin: Browser): Promise<LaunchState> =>
  (await admin.post('/rpc/admin_get_launch')).json;

/** Settles a line from the newest state of the checklist. */
export async function settleLine(admin: Browser, line: string, note = 'Seen by two people') {
  const { lines } = await readLaunch(admin);
  const note_was = lines.find((one) => one.line === line)?.note;
  return admin.post('/rpc/admin_settle_launch_line', { line, note, note_was });
}

export const publishSite = (admin: Browser) => admin.post('/rpc/admin_publish_site');
export const openLines = ({ lines }: LaunchState): string[] =>
  lines.filter((line) => !line.is_settled).map(({ line }) => line);

/** Chooses a wording from the newest state of the checklist. */
export async function chooseWording(admin: Browser, region: string, wording = 'lawful') {
  const { regions } = await readLaunch(admin);
  const wording_was = regions.find((one) => one.region === region)?.wording ?? null;
  return admin.post('/rpc/admin_choose_wording', { region, wording, wording_was });
}

/** Confirms company and contact, and confirms or hides every sample, in every region and language. */
export async function confirmTheSite(admin: Browser): Promise<void> {
  for (const region of SiteRegions)
    for (const language of ['en', 'fr'] as const) {
      const states: SiteBlockState[] = (await admin.post('/rpc/admin_get_site_content', { region, language })).json;
      const waiting = states.filter(
        ({ block, is_confirmed, is_shown }) => block !== 'social' && block !== 'plans' && is_shown && !is_confirmed,
      );
      for (const { content, newest_id } of waiting) {
        const save = {
          region,
          language,
          content,
          newest_id,
          is_shown: true,
          reason: '',
          is_confirmed: true,
          publish: true,
        };
        expect((await admin.post('/rpc/admin_save_site_block', save)).status).toBe(200);
      }
    }
}
