import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type CaseBackground, HistoryQuestions } from '#contract/care.ts';
import { noMarkings } from '#contract/markings.ts';
import { CaseAccess } from '#contract/care-relation.ts';
import { QueueRow, StudioCase } from '#contract/cases.ts';
import { Draft, Rendering, Styles } from '#contract/drafts.ts';
import { Poses } from '#contract/intake.ts';
import { SavedScore } from '#contract/skin-score.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { recipeFor } from '#engine/presets.ts';
import { engineVersion } from '#engine/recipe.ts';
import { photoOf } from './photos.ts';

/**
 * These helpers run the studio in a real browser, with the real engine and a simulated service that follows the
 * contract. A test can make the simulated service refuse a call, or not respond at all. The test of the main task
 * (`main-job.e2e.ts`) uses the real service.
 */
export const doctor = '00000000-0000-4000-8000-000000000001';
export const caseId = '00000000-0000-4000-8000-000000000181';
const hour_ms = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour_ms).toISOString();
const faces = Object.fromEntries(['front', 'right', 'left'].map((pose) => [pose, readFileSync(photoOf(pose))]));

const me = {
  id: doctor,
  email: 'doctor@flaira.example',
  first_name: 'Hélène',
  last_name: 'Vasseur',
  phone: null,
  role: 'practitioner',
  profession: 'doctor',
  plan: 'free',
  language: 'en',
  is_email_confirmed: true,
  has_second_factor: true,
  must_enrol_second_factor: false,
  member_since: inHours(-900),
};
const recipes = { natural: recipeFor('natural'), harmonious: recipeFor('harmonious'), glamour: recipeFor('glamour') };

/**
 * Returns the recipes of the three styles, reduced to these treatments. The treatments of a whole face would need more
 * than one visit.
 */
export const onlyDoses = (names: readonly string[]): StudioCase['draft']['recipes'] => {
  const of = (style: keyof typeof recipes) => {
    const kept = Object.entries(recipes[style].treatments).filter(([name]) => names.includes(name));
    return { ...recipes[style], treatments: Object.fromEntries(kept) };
  };
  return { natural: of('natural'), harmonious: of('harmonious'), glamour: of('glamour') };
};

const nothingToReport = {
  version: 1,
  saved_at: inHours(-40),
  history: {
    questions: Object.fromEntries(HistoryQuestions.map((question) => [question, { answer: 'no', details: '' }])),
    medicines: '',
  },
};

const mine = { relation: 'mine' as const, openings: [], is_signer: false, reopening: null };

function aCase(): StudioCase {
  return StudioCase.parse({
    id: caseId,
    number: 'FL-2481',
    status: 'received',
    plan: 'plus',
    received_at: inHours(-45),
    due_at: inHours(3),
    patient: { first_name: 'Anna', last_name: 'Lemaire', age_years: 41, language: 'fr' },
    practitioner_id: null,
    practitioner_name: null,
    access: { relation: 'unassigned', openings: [], is_signer: false, reopening: null },
    photos: ['front', 'right', 'left'].map((pose, at) => ({
      id: `00000000-0000-4000-8000-00000000030${at}`,
      path: `photos/${pose}`,
      pose,
      created_at: inHours(-45),
      is_verified: true,
      width_px: 1600,
      height_px: 1600,
      url: `/photos/${pose}.jpg`,
      thumb_url: `/photos/${pose}.jpg`,
    })),
    expressions: ['frown', 'smile'].map((pose, at) => ({
      id: `00000000-0000-4000-8000-00000000031${at}`,
      path: `photos/${pose}`,
      pose,
      created_at: inHours(-45),
      is_verified: true,
      width_px: 1600,
      height_px: 1600,
      url: '/photos/front.jpg',
      thumb_url: '/photos/front.jpg',
    })),
    earlier_sets: [],
    skin_score: null,
    answers: {
      treatments_history: ['no'],
      knowledge_level: '3',
      main_goals: ['dark_circles', 'contours'],
      facial_areas: ['eyes', 'lips'],
      facial_areas_other: '',
      avoid_treatments: ['threads'],
      avoid_other: '',
      result_type: 'very_natural',
    },
    style_asked_for: 'natural',
    history: [{ at: inHours(-45), actor_name: null, kind: 'received' }],
    assigned_to: null,
    photo_request: null,
    redo_wishes: [],
    signed_version: null,
    note: { version: 0, body: '', saved_at: null },
    calibration: null,
    draft: {
      version: 1,
      style: 'harmonious',
      recipes,
      plan: { note_to_patient: '', items: [], valid_months: 6 },
      markings: noMarkings(),
      saved_at: null,
    },
    renderings: [],
    seal: null,
  });
}

type Refusal = { status: number; code: string; data?: unknown };
interface Service {
  studioCase: StudioCase;
  /** Fields that replace the defaults in the background of the case. By default, the patient has nothing to report. */
  background: Partial<CaseBackground>;
  calls: { name: string; input: Record<string, never> }[];
  refuse: Record<string, Refusal>;
  isAway: boolean;
}

const aService = (): Service => ({ studioCase: aCase(), background: {}, calls: [], refuse: {}, isAway: false });

export async function serve(page: Page, service = aService()): Promise<Service> {
  const { studioCase } = service;
  const stored = new Map<string, Buffer>();
  const row = () =>
    QueueRow.parse({
      ...studioCase,
      age_years: 41,
      main_goals: ['dark_circles'],
      photo_count: 3,
      published_at: null,
      assigned_name: null,
      is_waiting_for_photos: false,
      is_redo: false,
      is_locked: false,
    });
  const answers: Record<string, (input: Record<string, never>) => unknown> = {
    who_am_i: () => ({ is_admin: false, user: me }),
    list_studio_cases: () => ({
      rows: studioCase.status === 'published' ? [] : [row()],
      next: null,
      counts: { open: 1, mine: 0, published: 0 },
    }),
    list_practitioner_load: () => [],
    list_reopenings: () => [],
    get_locked_case: () => row(),
    list_urgent_reports: () => [],
    list_notifications: () => ({ rows: [], next_cursor: null, unread_count: 0 }),
    list_draft_versions: () => [],
    list_case_video_visits: () => [],
    list_case_messages: () => ({ messages: [], may_write: true, is_closed: false }),
    get_case_background: () => ({
      history: nothingToReport,
      contraindications: [],
      expectation: null,
      expectation_answers: null,
      urgent_reports: [],
      outcomes: { treated_on: null, checks: [], due: [], done: [] },
      earlier_treatments: [],
      received_doses: [],
      imported_treatments: [],
      imported_photos: [],
      imported_photos_next: null,
      unread_messages: 0,
      ...service.background,
    }),
    get_studio_case: () => studioCase,
    get_calibrations: () => ({
      in_force: null,
      dataset: clinicalVersion,
      engine: engineVersion,
      offered: [],
      open: null,
      looked: [],
      past: [],
    }),
    take_case: () =>
      Object.assign(studioCase, {
        status: 'in_review',
        practitioner_id: doctor,
        practitioner_name: 'Hélène Vasseur',
        access: mine,
      }),
    save_simulation_draft: ({ style, recipes, plan, markings }) => {
      studioCase.draft = Draft.parse({
        version: studioCase.draft.version + 1,
        style,
        recipes,
        plan,
        markings,
        saved_at: new Date().toISOString(),
      });
      return studioCase.draft;
    },
    save_case_note: (input) => {
      const { base_version, body } = input as never as { base_version: number; body: string };
      studioCase.note = { version: base_version + 1, body, saved_at: new Date().toISOString() };
      return studioCase.note;
    },
    request_photos: ({ poses, reason, note }) =>
      Object.assign(studioCase, { photo_request: { poses, reason, note, requested_at: new Date().toISOString() } }),
    withdraw_photo_request: () => Object.assign(studioCase, { photo_request: null }),
    take_over_case: () =>
      Object.assign(studioCase, { practitioner_id: doctor, practitioner_name: 'Hélène Vasseur', access: mine }),
    open_case: ({ reason, note }) => {
      delete service.refuse.get_studio_case;
      const opening = {
        id: crypto.randomUUID(),
        doctor_name: 'Hélène Vasseur',
        is_mine: true,
        reason,
        note,
        opened_at: new Date().toISOString(),
        expires_at: inHours(1),
      };
      studioCase.access = CaseAccess.parse({ ...mine, relation: 'opened', openings: [opening] });
      return opening;
    },
    end_opening: () => {
      service.refuse.get_studio_case = { status: 404, code: 'NOT_FOUND' };
      return { ended: true };
    },
    save_skin_score: ({ scores }) => {
      if (scores === null) return Object.assign(studioCase, { skin_score: null });
      const photo_id = studioCase.photos[0]!.id;
      studioCase.skin_score = SavedScore.parse({ photo_id, scores, overall: 70, saved_at: new Date().toISOString() });
      return { skin_score: studioCase.skin_score, seal: null };
    },
    see_rendering: ({ rendering_id }) => {
      for (const one of studioCase.renderings) if (one.id === rendering_id) one.is_seen = true;
      return { is_seen: true };
    },
    accept_mark: ({ rendering_id, mark, is_accepted }) => {
      const marks = studioCase.renderings.find(({ id }) => id === rendering_id)!.marks!;
      Object.assign(marks[Number(mark)]!, { is_accepted, accepted_at: is_accepted ? new Date().toISOString() : null });
      return { marks };
    },
    get_signing_keys: () => ({ rp_id: 'localhost', passkeys: [], needs_code: false, has_code: false }),
    sign_and_publish: ({ seal }) => {
      studioCase.status = 'published';
      return { status: 'published', published_at: new Date().toISOString(), seal };
    },
  };
  await page.route('**/api/auth/get-session', (route) => route.fulfill({ json: { session: {}, user: {} } }));
  await page.route('**/api/auth/confirm-password', (route) => route.fulfill({ json: { status: true } }));
  await page.route('**/api/events?*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ': quiet\n\n' }),
  );
  await page.route('**/photos/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!.replace('.jpg', '');
    return route.fulfill({ contentType: 'image/jpeg', body: stored.get(name) ?? faces[name]! });
  });
  await page.route('**/rpc/*', async (route) => {
    const name = route.request().url().split('/rpc/')[1]!;
    if (name === 'upload_rendering') return route.fulfill({ json: keep(route.request().postDataBuffer()!) });
    const input = route.request().postDataJSON() as Record<string, never>;
    service.calls.push({ name, input });
    const refusal = service.refuse[name];
    if (service.isAway) return route.abort('internetdisconnected');
    if (refusal)
      return route.fulfill({ status: refusal.status, json: { defined: true, message: refusal.code, ...refusal } });
    return route.fulfill({ json: answers[name]!(input) });
  });

  function keep(body: Buffer) {
    const text = body.toString('latin1');
    const field = (name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]+)`).exec(text)![1]!;
    const [pose, style] = [field('pose'), field('style')];
    const start = text.indexOf('\r\n\r\n', text.indexOf('filename=')) + 4;
    stored.set(`${pose}-${style}`, body.subarray(start, text.indexOf('\r\n--', start)));
    const rendering = Rendering.parse({
      id: crypto.randomUUID(),
      pose,
      style,
      sha256: 'f'.repeat(64),
      created_at: new Date().toISOString(),
      url: `/photos/${pose}-${style}.jpg`,
      thumb_url: `/photos/${pose}-${style}.jpg`,
    });
    // A new image of the same pose and style replaces the old one, as in the service.
    studioCase.renderings = studioCase.renderings.filter((each) => each.pose !== pose || each.style !== style);
    studioCase.renderings.push(rendering);
    studioCase.seal = studioCase.renderings.length === 9 ? 'a'.repeat(64) : null;
    return { rendering, seal: studioCase.seal };
  }
  return service;
}

export const callsOf = (service: Service, name: string) =>
  service.calls
    .filter((call) => call.name === name)
    .map(({ input }) => input as never as StudioCase['draft'] & { idempotency_key: string });
export const saved = (page: Page) => expect(page.getByText(/^Saved \d/)).toBeVisible();
export const isDrawn = (page: Page) =>
  expect(page.locator('figure[data-ready] [data-pane="simulation"] canvas')).toBeVisible({ timeout: 40_000 });

/** Confirms the signature with the password, for a device without a passkey. */
export async function confirmByPassword(page: Page, password: string) {
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

/**
 * Opens every image of the review before signing, at full size and by keyboard. The review marks an image as seen once
 * the image has loaded.
 */
export async function seeAllPictures(page: Page) {
  await page.getByRole('button', { name: 'Open the next image' }).press('Enter');
  const next = page.getByRole('button', { name: 'Next image', exact: true });
  for (let left = 8; left > 0; left--) {
    await expect(page.getByText(`${left} image`, { exact: false }).first()).toBeVisible();
    await next.press('Enter');
  }
  await expect(page.getByText('Every image has been seen at full size.')).toBeVisible();
}

/** Accepts all marks of the automatic check by keyboard. All images must have been seen before. */
export async function acceptAllMarks(page: Page) {
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  for (let left = await accept.count(); left > 0; left--) {
    await accept.first().press('Enter');
    await expect(accept).toHaveCount(left - 1);
  }
}

export async function openCase(page: Page, service: Service) {
  Object.assign(service.studioCase, {
    status: 'in_review',
    practitioner_id: doctor,
    practitioner_name: 'Hélène Vasseur',
  });
  await page.goto(`/studio/cases/${caseId}`);
  await isDrawn(page);
}

/**
 * Adds nine images to the case, all of them drawn, seen and checked. The keys of `marks` have the form 'pose style'.
 */
export function storePictures({ studioCase }: Service, marks: Readonly<Record<string, Rendering['marks']>>) {
  studioCase.renderings = Poses.flatMap((pose) =>
    Styles.map((style) => ({
      id: crypto.randomUUID(),
      pose,
      style,
      sha256: 'f'.repeat(64),
      created_at: new Date().toISOString(),
      url: studioCase.photos.find((photo) => photo.pose === pose)!.url,
      thumb_url: studioCase.photos.find((photo) => photo.pose === pose)!.thumb_url,
      is_seen: true,
      marks: marks[`${pose} ${style}`] ?? [],
    })),
  );
  studioCase.seal = 'a'.repeat(64);
}
