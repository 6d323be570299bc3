import * as z from 'zod';
import { Id, Instant } from '../base.ts';
import { ReadingLanguages } from '../languages.ts';
import { HoldNote } from './content.ts';
import {
  communityProcedure as c,
  ChannelLabel,
  CommunityLimits,
  Cursor,
  FilterActions,
  HoldStates,
  line,
  lines,
  ModerationAction,
  pageOf,
  Person,
  refusals,
  ReportOutcome,
  ReportReason,
} from './terms.ts';

/** Moderation: reports, decisions with their reasons, appeals, word filters and the log. */
export const Subject = z.object({
  kind: z.enum(['post', 'comment', 'channel', 'person']),
  id: Id,
  /** The post that contains the subject. A link to the subject needs this id. */
  post_id: Id.nullable(),
  title: z.string(),
  /** Clean HTML. Empty for communities and people. */
  body: z.string(),
  author: Person.nullable(),
  state: z.enum(['visible', 'held', 'removed', 'deleted']),
  /** The version of the post or comment that `title` and `body` show. Null for communities and people. */
  version: z.number().int().nullable(),
  created_at: Instant,
});

export const ReportCase = z.object({
  id: Id,
  subject: Subject,
  channel: ChannelLabel.nullable(),
  reasons: z.array(z.object({ reason: ReportReason, count: z.number().int() })),
  notes: z.array(z.object({ note: z.string(), reporter: Person.nullable(), at: Instant })),
  reports_count: z.number().int(),
  /** `report`: members reported the text. `filter`: a word filter hid it. */
  origin: z.enum(['report', 'filter']),
  status: z.enum(['open', 'decided']),
  first_at: Instant,
  last_at: Instant,
  /** The time at which the text was hidden because many people had reported it. */
  held_at: Instant.nullable(),
  /**
   * True: the text has enough reports to be hidden, but it stays visible. Reports cannot hide texts of administrators,
   * verified doctors, and the community's owner and moderators.
   */
  is_raised: z.boolean(),
  /** The deadline for a moderator to look at the text. Set if the text was hidden automatically. */
  due_at: Instant.nullable(),
  /** The author's statement about the hidden text. Null if the author sent no statement. */
  author_words: z.string().nullable(),
  /** The language in which the author reads posts. The moderator writes the statement of reasons in this language. */
  author_language: z.enum(ReadingLanguages),
  /**
   * True: the caller wrote the text and is not an administrator. The caller may remove it. Only another moderator or an
   * administrator may take any other action.
   */
  is_own: z.boolean(),
  /** Number of earlier decisions about this author in the same community. */
  author_decisions_count: z.number().int(),
});
export type ReportCase = z.infer<typeof ReportCase>;

/** A reported text with its parents, neighbours and replies. */
export const ReportedThread = z.object({
  post: Subject,
  /** The comments in the order of the thread. Hidden texts are empty, except the reported text. */
  comments: z.array(
    Subject.extend({ place: z.enum(['above', 'reported', 'beside', 'below']), depth: z.number().int() }),
  ),
});
export type ReportedThread = z.infer<typeof ReportedThread>;

export const Decision = z.object({
  id: Id,
  action: ModerationAction,
  /** A post or comment has the text that the moderator judged, even if the text has been edited since. */
  subject: Subject.nullable(),
  /** The version of the judged post or comment. Null if the decision is not about a text. */
  version: z.number().int().nullable(),
  channel: ChannelLabel.nullable(),
  person: Person.nullable(),
  /** The moderator. Null for the person concerned, who learns the reason but not the moderator's name. */
  decided_by: Person.nullable(),
  reason: ReportReason.nullable(),
  /** The statement of reasons, which the author receives. */
  statement: z.string(),
  at: Instant,
  until: Instant.nullable(),
  /**
   * The time at which the moderator undid the decision. The author gets no notification of a decision that was undone.
   */
  undone_at: Instant.nullable(),
  appeal: z
    .object({
      words: z.string(),
      at: Instant,
      outcome: z.enum(['open', 'upheld', 'reversed']),
      statement: z.string().nullable(),
      answered_at: Instant.nullable(),
    })
    .nullable(),
  can_appeal: z.boolean(),
});
export type Decision = z.infer<typeof Decision>;

/** A text of the caller that was hidden automatically, with the reason and the outcome. */
export const MyHold = HoldNote.extend({
  id: Id,
  kind: z.enum(['post', 'comment']),
  /** The title of the post. Empty once the post is deleted. */
  title: z.string(),
  /** The path of the page, without the language prefix. Null if the caller can no longer open it. */
  path: z.string().nullable(),
  channel: ChannelLabel.nullable(),
  at: Instant,
  state: z.enum(HoldStates),
  /** What the author of the hidden text wrote to the moderators, or null. */
  words: z.string().nullable(),
  can_answer: z.boolean(),
});
export type MyHold = z.infer<typeof MyHold>;

/** A report that the caller made, with its outcome. */
export const MyReport = z.object({
  /** The id of the case. One case collects the reports of several people about the same text. */
  id: Id,
  kind: z.enum(['post', 'comment', 'channel', 'person']),
  /** The title of the reported text. Empty if the caller may no longer read it. */
  title: z.string(),
  /** The path of the page, without the language prefix. Null if the caller may no longer read it. */
  path: z.string().nullable(),
  channel: ChannelLabel.nullable(),
  reason: ReportReason,
  note: z.string(),
  at: Instant,
  state: z.enum(['open', 'decided']),
  outcome: ReportOutcome.nullable(),
  /** The rule that the text broke, according to the moderators. Null if they took no action. */
  rule: ReportReason.nullable(),
  decided_at: Instant.nullable(),
  /** The deadline for requesting a review of the decision. Null if no review is possible. */
  ask_until: Instant.nullable(),
  review: z
    .object({
      words: z.string(),
      at: Instant,
      outcome: z.enum(['open', 'upheld', 'reversed']),
      statement: z.string().nullable(),
    })
    .nullable(),
});
export type MyReport = z.infer<typeof MyReport>;

/** A reporter's request for a review of a decision. It does not name the reporter. */
export const ReportReview = z.object({
  id: Id,
  decision: Decision,
  reason: ReportReason,
  words: z.string(),
  at: Instant,
});
export type ReportReview = z.infer<typeof ReportReview>;

export const WordFilter = z.object({
  id: Id,
  channel_id: Id.nullable(),
  words: z.string(),
  action: z.enum(FilterActions),
});

const Statement = line(CommunityLimits.statement_max, CommunityLimits.statement_min);
const paged = { limit: z.number().int().min(1).max(50).default(20), cursor: Cursor.optional() };
const moderator = refusals('NOT_A_MODERATOR');

export const moderationProcedures = {
  reportContent: c('report_content', 'signedIn', 'Report a text to the moderators. Repeated reports count once')
    .input(
      z.object({
        subject_kind: z.enum(['post', 'comment', 'channel', 'person']),
        subject_id: Id,
        reason: ReportReason,
        note: lines(CommunityLimits.note_max).default(''),
      }),
    )
    .output(z.object({ reported: z.literal(true) })),
  listMyReports: c('list_my_reports', 'signedIn', 'List the caller’s reports with their results, newest first')
    .input(z.object(paged))
    .output(pageOf(MyReport)),
  askReportReview: c(
    'ask_report_review',
    'signedIn',
    'Request a review of the result of a report. Only one request is possible',
  )
    .errors(refusals('APPEAL_CLOSED'))
    .input(z.object({ report_id: Id, words: Statement }))
    .output(MyReport),
  listReportReviews: c(
    'list_report_reviews',
    'moderator',
    'List requests to review the result of a report. Moderators do not get requests about their own decisions, administrators do',
  )
    .errors(moderator)
    .input(z.object({ channel_id: Id.optional(), ...paged }))
    .output(pageOf(ReportReview)),
  answerReportReview: c('answer_report_review', 'moderator', 'Uphold the result, or reopen the case for a new decision')
    .errors({ ...moderator, ...refusals('ALREADY_DECIDED', 'DECIDED_BY_ADMIN') })
    .input(z.object({ review_id: Id, outcome: z.enum(['upheld', 'reversed']), statement: Statement }))
    .output(z.object({ outcome: z.enum(['upheld', 'reversed']) })),
  listReports: c(
    'list_reports',
    'moderator',
    'List the open reports, most dangerous first: of one community, of the moderator’s communities, or of all communities for administrators',
  )
    .errors(moderator)
    .input(
      z.object({
        channel_id: Id.optional(),
        status: z.enum(['open', 'decided']).default('open'),
        reason: ReportReason.optional(),
        ...paged,
      }),
    )
    .output(
      pageOf(ReportCase).extend({
        open_count: z.number().int(),
        open_by_reason: z.array(z.object({ reason: ReportReason, count: z.number().int() })),
        /**
         * Number of open cases in each community of the moderator, even if the call selects one community. The id is
         * null for cases outside communities.
         */
        open_by_channel: z.array(z.object({ channel_id: Id.nullable(), count: z.number().int() })),
      }),
    ),
  getReportedThread: c(
    'get_reported_thread',
    'moderator',
    'Return a reported text in its thread, for those who decide about it',
  )
    .input(z.object({ report_id: Id }))
    .output(ReportedThread),
  moderate: c(
    'moderate',
    'moderator',
    'Decide about a report. The author is notified after 20 seconds, unless undo_decisions is called first. `suspend` and `ban` apply to one community, or to all if an administrator decides',
  )
    .errors({ ...moderator, ...refusals('ALREADY_DECIDED', 'DECIDED_BY_ADMIN', 'TEXT_CHANGED') })
    .input(
      z.object({
        report_id: Id.optional(),
        subject_kind: z.enum(['post', 'comment', 'channel', 'person']),
        subject_id: Id,
        /**
         * The version of the text that the moderator has read. Required if the subject, or the subject of the report, is
         * a post or comment.
         */
        version: z.number().int().min(1).optional(),
        /**
         * The community in which a person is warned, suspended or banned. If absent, the measure applies everywhere.
         * Only administrators may impose a measure that applies everywhere.
         */
        channel_id: Id.optional(),
        action: ModerationAction,
        reason: ReportReason.optional(),
        /** The statement of reasons. Required for remove, warn, suspend and ban. */
        statement: Statement.optional(),
        /** Number of days of a suspension. */
        days: z.number().int().min(1).max(365).optional(),
      }),
    )
    .output(Decision),
  decideTogether: c(
    'decide_together',
    'moderator',
    'Decide about several cases in the same way. Each case is checked and answered separately',
  )
    .input(
      z
        .object({
          /** The cases, each with the version of the text that the moderator has read. */
          cases: z
            .array(z.object({ report_id: Id, version: z.number().int().min(1).optional() }))
            .min(1)
            .max(CommunityLimits.together_max),
          action: z.enum(['dismiss', 'remove']),
          reason: ReportReason.optional(),
          /** The statement of reasons. Required for remove. */
          statement: Statement.optional(),
        })
        .refine(({ action, statement }) => action === 'dismiss' || statement !== undefined, { path: ['statement'] }),
    )
    .output(
      z.array(
        z.object({
          report_id: Id,
          decision_id: Id.nullable(),
          /**
           * `gone`: the case no longer exists, or the caller may not decide it. `decided`: another moderator has
           * decided it in the meantime. `changed`: the author has edited the text since the moderator read it.
           * `not_possible`: the case is about a community or a person, or an owner wrote
           * the text.
           */
          refused: z.enum(['gone', 'decided', 'changed', 'not_possible']).nullable(),
        }),
      ),
    ),
  undoDecisions: c(
    'undo_decisions',
    'moderator',
    'Undo the caller’s decisions of the last 20 seconds, before anyone is notified',
  )
    .errors({ ...moderator, ...refusals('CANNOT_UNDO') })
    .input(z.object({ decision_ids: z.array(Id).min(1).max(CommunityLimits.together_max) }))
    .output(z.object({ undone: z.array(Id), kept: z.array(Id) })),
  listModerationLog: c('list_moderation_log', 'moderator', 'List the decisions of moderators, newest first')
    .errors(moderator)
    .input(z.object({ channel_id: Id.optional(), ...paged }))
    .output(pageOf(Decision)),
  listMyDecisions: c('list_my_decisions', 'signedIn', 'List the decisions about the caller with their reasons')
    .input(z.object(paged))
    .output(pageOf(Decision)),
  appealDecision: c('appeal_decision', 'signedIn', 'Appeal a decision. Only one appeal is possible')
    .errors(refusals('APPEAL_CLOSED'))
    .input(z.object({ decision_id: Id, words: Statement }))
    .output(Decision),
  listMyHolds: c(
    'list_my_holds',
    'signedIn',
    'List the caller’s texts that were hidden automatically, with the reasons',
  )
    .input(z.object(paged))
    .output(pageOf(MyHold)),
  answerHold: c(
    'answer_hold',
    'signedIn',
    'Explain why a hidden text should be visible. Only one answer is possible, and a moderator reads it',
  )
    .errors(refusals('APPEAL_CLOSED'))
    .input(z.object({ hold_id: Id, words: Statement }))
    .output(MyHold),
  listAppeals: c(
    'list_appeals',
    'moderator',
    'List open appeals. Moderators do not get appeals against their own decisions, administrators do',
  )
    .errors(moderator)
    .input(z.object({ channel_id: Id.optional(), ...paged }))
    .output(pageOf(Decision)),
  answerAppeal: c('answer_appeal', 'moderator', 'Uphold or reverse a decision. A reversal undoes it')
    .errors({ ...moderator, ...refusals('ALREADY_DECIDED', 'DECIDED_BY_ADMIN') })
    .input(z.object({ decision_id: Id, outcome: z.enum(['upheld', 'reversed']), statement: Statement }))
    .output(Decision),
  listWordFilters: c('list_word_filters', 'moderator', 'List the word filters of a community, or of all communities')
    .errors(moderator)
    .input(z.object({ channel_id: Id.optional() }))
    .output(z.array(WordFilter)),
  addWordFilter: c(
    'add_word_filter',
    'moderator',
    'Add a filter that refuses or hides texts with these words. Accents and spaces do not matter',
  )
    .errors(moderator)
    .input(z.object({ channel_id: Id.optional(), words: line(80, 2), action: z.enum(FilterActions) }))
    .output(WordFilter),
  removeWordFilter: c('remove_word_filter', 'moderator', 'Delete a word filter')
    .errors(moderator)
    .input(z.object({ id: Id }))
    .output(z.object({ removed: z.boolean() })),
};
