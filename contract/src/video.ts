import * as z from 'zod';
import { Id, Instant, ReadingLanguage, rpc } from './base.ts';
import { Rendering } from './drafts.ts';
import { PhotoEntry } from './intake.ts';

/**
 * Video visits. A patient talks in the browser with the doctor in charge of the case, or with the practitioner of an
 * appointment. Sound and video go directly from one browser to the other, or through a TURN server if one is
 * configured. The service only passes on the signals that the two browsers need to connect.
 */
export const VideoVisitStates = ['planned', 'waiting', 'running', 'ended', 'missed', 'cancelled'] as const;
export const VideoVisitState = z.enum(VideoVisitStates);
export type VideoVisitState = z.infer<typeof VideoVisitState>;

/**
 * Patient and doctor can join from VIDEO_OPENS_MINUTES before the planned time until VIDEO_CLOSES_MINUTES after the
 * planned time.
 */
export const VIDEO_OPENS_MINUTES = 15;
export const VIDEO_CLOSES_MINUTES = 120;
/** A visit can be planned at most this many days ahead. */
export const VIDEO_DAYS_AHEAD = 90;
/** Version of the consent text that the patient accepts before joining. A changed text needs a new version. */
export const VIDEO_CONSENT_VERSION = '2026-11-28';

export const videoRefusals = {
  /** The case has another visit that has not ended. */
  VISIT_ALREADY_PLANNED: { status: 409 },
  /** The planned time is in the past, or too far ahead. */
  VISIT_TIME: { status: 409 },
  /** It is too early or too late to join, or the visit has ended or was cancelled. */
  VISIT_NOT_OPEN: { status: 409 },
  /** The patient has not consented to the current version of the text. */
  VIDEO_CONSENT_NEEDED: { status: 409 },
  /** The same person joined the visit again from another browser tab. Only the newest tab can take part. */
  VISIT_ELSEWHERE: { status: 409 },
  /** The visit belongs to an appointment. It can be moved and cancelled only through the appointment. */
  VISIT_OF_APPOINTMENT: { status: 409 },
} as const;
const { VISIT_ALREADY_PLANNED, VISIT_TIME, VISIT_NOT_OPEN, VIDEO_CONSENT_NEEDED, VISIT_ELSEWHERE } = videoRefusals;
const { VISIT_OF_APPOINTMENT } = videoRefusals;

export const VideoSides = ['doctor', 'patient'] as const;
export type VideoSide = (typeof VideoSides)[number];

export const VideoVisit = z.object({
  id: Id,
  /** The patient's case with this doctor. Null: there is none. */
  case_id: Id.nullable(),
  /** True: the visit belongs to an appointment. It is moved and cancelled through the appointment. */
  is_appointment: z.boolean(),
  /** The caller's side in the visit: patient or doctor. */
  side: z.enum(VideoSides),
  state: VideoVisitState,
  planned_at: Instant,
  opens_at: Instant,
  closes_at: Instant,
  doctor_name: z.string().nullable(),
  /** The patient's name, shown to the doctor. Null if the caller is the patient. */
  patient_name: z.string().nullable(),
  /** True: the other person has the page of the visit open. */
  is_other_there: z.boolean(),
  /** True: the patient has consented to the current version of the text. */
  has_consent: z.boolean(),
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
});
export type VideoVisit = z.infer<typeof VideoVisit>;

/** A STUN server that helps the two browsers to connect, or a TURN server that relays their connection. */
export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof IceServer>;

/** The maximum number of characters of a session description (SDP). Browsers write 3,000 to 9,000 characters. */
const SDP_MAX = 16_000;
const Sdp = z.string().min(1).max(SDP_MAX);
/**
 * Number of the connection that the doctor's page is trying to open. The offer, answer and candidates of one connection
 * have the same number.
 */
const Attempt = z.number().int().min(1).max(100_000);
/** A message that one browser sends to the other in order to connect. */
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
  /** The patient's browser requests a new connection from the doctor's browser. */
  z.object({ kind: z.literal('restart') }),
]);
export type VideoSignal = z.infer<typeof VideoSignal>;

/** One visit's page in one browser tab. The browser chooses the id `page` when the page opens. */
const OnPage = z.object({ visit_id: Id, page: Id });
const VisitOnly = z.object({ visit_id: Id });
const notOpen = { VISIT_NOT_OPEN } as const;
const onPage = { VISIT_NOT_OPEN, VISIT_ELSEWHERE } as const;

/** The maximum number of signals that the service stores for one page. */
export const SIGNALS_WAITING = 200;
export const SIGNAL_NUMBER_MAX = 1_000_000;
const LONG_KB = 24;

export const video = {
  planVideoVisit: rpc('plan_video_visit', 'doctorInCharge', 'video', 'Invite the patient to a video visit')
    .errors({ VISIT_ALREADY_PLANNED, VISIT_TIME })
    .input(z.object({ case_id: Id, planned_at: Instant }))
    .output(VideoVisit),
  cancelVideoVisit: rpc('cancel_video_visit', 'eitherSide', 'video', 'Cancel a video visit that has not begun')
    .errors({ VISIT_NOT_OPEN, VISIT_OF_APPOINTMENT })
    .input(VisitOnly)
    .output(VideoVisit),
  listCaseVideoVisits: rpc(
    'list_case_video_visits',
    'doctorInCharge',
    'video',
    'List the video visits of a case, newest first',
  )
    .input(z.object({ case_id: Id }))
    .output(z.array(VideoVisit)),
  listMyVideoVisits: rpc(
    'list_my_video_visits',
    'patient',
    'video',
    'List the patient’s current and future video visits, next one first',
  ).output(z.array(VideoVisit)),
  listDoctorVideoVisits: rpc(
    'list_doctor_video_visits',
    'verifiedDoctor',
    'video',
    'List the doctor’s current and future video visits, next one first',
  ).output(z.array(VideoVisit)),
  getVideoVisit: rpc('get_video_visit', 'eitherSide', 'video', 'Return one video visit')
    .input(VisitOnly)
    .output(VideoVisit),
  consentToVideo: rpc('consent_to_video', 'patient', 'video', 'Consent to a video visit before joining it')
    .errors(notOpen)
    .input(VisitOnly.extend({ version: z.literal(VIDEO_CONSENT_VERSION), language: ReadingLanguage }))
    .output(VideoVisit),
  enterVideoVisit: rpc(
    'enter_video_visit',
    'eitherSide',
    'video',
    'Join a video visit in this tab. An earlier tab of the same person is disconnected',
  )
    .errors({ VISIT_NOT_OPEN, VIDEO_CONSENT_NEEDED })
    .input(OnPage)
    .output(z.object({ visit: VideoVisit, ice_servers: z.array(IceServer), other_page: Id.nullable() })),
  sendVideoSignal: rpc('send_video_signal', 'eitherSide', 'video', 'Send connection data to the other participant', {
    max_kb: LONG_KB,
  })
    .errors(onPage)
    .input(
      OnPage.extend({
        to: Id,
        /**
         * Sequence number of the signal among those from this page. The service uses it to recognise a repeated call,
         * and stores the signal only once.
         */
        number: z.number().int().min(1).max(SIGNAL_NUMBER_MAX),
        signal: VideoSignal,
      }),
    )
    .output(z.object({})),
  takeVideoSignals: rpc(
    'take_video_signals',
    'eitherSide',
    'video',
    'Return connection data of the other participant. Data up to `after` is deleted',
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
  leaveVideoVisit: rpc(
    'leave_video_visit',
    'eitherSide',
    'video',
    'Leave a video visit. The doctor can also end it for both',
  )
    .errors({ VISIT_ELSEWHERE })
    .input(OnPage.extend({ ends: z.boolean().default(false) }))
    .output(VideoVisit),
  getVideoPictures: rpc(
    'get_video_pictures',
    'eitherSide',
    'video',
    'Return the images that doctor and patient may both see. The doctor also gets the note of the case',
  )
    .input(VisitOnly)
    .output(
      z.object({
        photos: z.array(PhotoEntry),
        /** The signed renderings of the case. */
        renderings: z.array(Rendering),
        note: z.object({ version: z.number().int(), body: z.string() }).nullable(),
      }),
    ),
};
