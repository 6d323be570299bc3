import * as z from 'zod';
import { Id, Instant, ReadingLanguage, rpc } from './base.ts';
import { Rendering } from './drafts.ts';
import { PhotoEntry } from './intake.ts';

/**
 * Video visits: a patient speaks with the doctor in charge of the case, or with the practitioner of an appointment, in their browsers. Sound and picture go from one browser to the other;
 * the service passes on only what the two need to find each other.
 */
export const VideoVisitStates = ['planned', 'waiting', 'running', 'ended', 'missed', 'cancelled'] as const;
export const VideoVisitState = z.enum(VideoVisitStates);
export type VideoVisitState = z.infer<typeof VideoVisitState>;

/** Minutes before the planned time from which the two can join, and minutes after it until which they can. */
export const VIDEO_OPENS_MINUTES = 15;
export const VIDEO_CLOSES_MINUTES = 120;
/** The latest day on which a visit can be planned. */
export const VIDEO_DAYS_AHEAD = 90;
/** Names the wording of the consent that the patient gives before joining. A changed wording needs a new version. */
export const VIDEO_CONSENT_VERSION = '2026-11-28';

export const videoRefusals = {
  /** The case has a visit that is not over. */
  VISIT_ALREADY_PLANNED: { status: 409 },
  /** The time is in the past, or too far ahead. */
  VISIT_TIME: { status: 409 },
  /** Too early, too late, ended or cancelled. */
  VISIT_NOT_OPEN: { status: 409 },
  /** The patient has not agreed to the current wording. */
  VIDEO_CONSENT_NEEDED: { status: 409 },
  /** The same person has joined on another page since. */
  VISIT_ELSEWHERE: { status: 409 },
  /** It belongs to an appointment, and is moved and cancelled with it. */
  VISIT_OF_APPOINTMENT: { status: 409 },
} as const;
const { VISIT_ALREADY_PLANNED, VISIT_TIME, VISIT_NOT_OPEN, VIDEO_CONSENT_NEEDED, VISIT_ELSEWHERE } = videoRefusals;
const { VISIT_OF_APPOINTMENT } = videoRefusals;

export const VideoSides = ['doctor', 'patient'] as const;
export type VideoSide = (typeof VideoSides)[number];

export const VideoVisit = z.object({
  id: Id,
  /** The case that the two have together; null: none. */
  case_id: Id.nullable(),
  /** It belongs to an appointment, which moves and cancels it. */
  is_appointment: z.boolean(),
  /** The side of the caller. */
  side: z.enum(VideoSides),
  state: VideoVisitState,
  planned_at: Instant,
  opens_at: Instant,
  closes_at: Instant,
  doctor_name: z.string().nullable(),
  /** Null for the patient. */
  patient_name: z.string().nullable(),
  /** The other side has its page open. */
  is_other_there: z.boolean(),
  /** Whether the patient has agreed to the current wording. */
  has_consent: z.boolean(),
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
});
export type VideoVisit = z.infer<typeof VideoVisit>;

/** Relays through which the two browsers may find each other; empty where none is configured. */
export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof IceServer>;

/** Longest session description in characters. Browsers write 3,000 to 9,000. */
const SDP_MAX = 16_000;
const Sdp = z.string().min(1).max(SDP_MAX);
/** Counts the connections that the doctor's page has tried. Offer, answer and candidates of one connection have the same. */
const Attempt = z.number().int().min(1).max(100_000);
/** A message from one browser to the other about the connection between them. */
export const VideoSignal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('offer'), attempt: Attempt, sdp: Sdp }),
  z.object({ kind: z.literal('answer'), attempt: Attempt, sdp: Sdp }),
  z.object({
    kind: z.literal('candidate'),
    attempt: Attempt,
    candidate: z.string().max(1000),
    mid: z.string().max(40).nullable(),
    line: z.number().int().min(0).max(100).nullable(),
  }),
  /** The patient's browser asks the doctor's for a new connection. */
  z.object({ kind: z.literal('restart') }),
]);
export type VideoSignal = z.infer<typeof VideoSignal>;

/** A page is one opening of the visit in a browser. It chooses its id itself. */
const OnPage = z.object({ visit_id: Id, page: Id });
const VisitOnly = z.object({ visit_id: Id });
const notOpen = { VISIT_NOT_OPEN } as const;
const onPage = { VISIT_NOT_OPEN, VISIT_ELSEWHERE } as const;

/** Most signals that wait for one page. */
export const SIGNALS_WAITING = 200;
export const SIGNAL_NUMBER_MAX = 1_000_000;
const LONG_KB = 24;

export const video = {
  planVideoVisit: rpc('plan_video_visit', 'doctorInCharge', 'video', 'Invite the patient to a video visit')
    .errors({ VISIT_ALREADY_PLANNED, VISIT_TIME })
    .input(z.object({ case_id: Id, planned_at: Instant }))
    .output(VideoVisit),
  cancelVideoVisit: rpc('cancel_video_visit', 'eitherSide', 'video', 'Cancel a visit that has not begun')
    .errors({ VISIT_NOT_OPEN, VISIT_OF_APPOINTMENT })
    .input(VisitOnly)
    .output(VideoVisit),
  listCaseVideoVisits: rpc('list_case_video_visits', 'doctorInCharge', 'video', 'Visits of a case, the newest first')
    .input(z.object({ case_id: Id }))
    .output(z.array(VideoVisit)),
  listMyVideoVisits: rpc(
    'list_my_video_visits',
    'patient',
    'video',
    'The visits that are not over, the next first',
  ).output(z.array(VideoVisit)),
  listDoctorVideoVisits: rpc(
    'list_doctor_video_visits',
    'verifiedDoctor',
    'video',
    'The doctor’s visits that are not over, the next first',
  ).output(z.array(VideoVisit)),
  getVideoVisit: rpc('get_video_visit', 'eitherSide', 'video', 'One visit').input(VisitOnly).output(VideoVisit),
  consentToVideo: rpc('consent_to_video', 'patient', 'video', 'Agree to the visit before joining it')
    .errors(notOpen)
    .input(VisitOnly.extend({ version: z.literal(VIDEO_CONSENT_VERSION), language: ReadingLanguage }))
    .output(VideoVisit),
  enterVideoVisit: rpc('enter_video_visit', 'eitherSide', 'video', 'Join from this page; an earlier page is replaced')
    .errors({ VISIT_NOT_OPEN, VIDEO_CONSENT_NEEDED })
    .input(OnPage)
    .output(z.object({ visit: VideoVisit, ice_servers: z.array(IceServer), other_page: Id.nullable() })),
  sendVideoSignal: rpc('send_video_signal', 'eitherSide', 'video', 'Tell the other page how to connect', {
    max_kb: LONG_KB,
  })
    .errors(onPage)
    .input(
      OnPage.extend({
        to: Id,
        /** Counts up on each page, so that a repeated call is stored once. */
        number: z.number().int().min(1).max(SIGNAL_NUMBER_MAX),
        signal: VideoSignal,
      }),
    )
    .output(z.object({})),
  takeVideoSignals: rpc(
    'take_video_signals',
    'eitherSide',
    'video',
    'What the other page has told; what came up to `after` is deleted',
  )
    .errors({ VISIT_ELSEWHERE })
    .input(OnPage.extend({ after: z.number().int().min(0) }))
    .output(
      z.object({
        visit: VideoVisit,
        other_page: Id.nullable(),
        signals: z.array(z.object({ place: z.number().int(), from: Id, signal: VideoSignal })),
      }),
    ),
  leaveVideoVisit: rpc('leave_video_visit', 'eitherSide', 'video', 'Leave; the doctor may end the visit with it')
    .input(OnPage.extend({ ends: z.boolean().default(false) }))
    .output(VideoVisit),
  getVideoPictures: rpc(
    'get_video_pictures',
    'eitherSide',
    'video',
    'The pictures that doctor and patient may both see, and for the doctor the note of the case',
  )
    .input(VisitOnly)
    .output(
      z.object({
        photos: z.array(PhotoEntry),
        /** Signed ones only. */
        renderings: z.array(Rendering),
        note: z.object({ version: z.number().int(), body: z.string() }).nullable(),
      }),
    ),
};
