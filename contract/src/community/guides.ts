import * as z from 'zod';
import { Id, Instant, VersionNumber } from '../base.ts';
import { Signature } from './content.ts';
import { LibraryAuthor } from './library.ts';
import {
  communityProcedure as c,
  ChannelLabel,
  CommunityLimits,
  Html,
  line,
  longText,
  Person,
  refusals,
} from './terms.ts';

/**
 * Guides. A guide is a community text that is published only after a verified practitioner has reviewed it. Readers see
 * the reviewed version, even if the author has changed the text since.
 */
export const GuideId = z.object({ guide_id: Id });

export const GuideCard = z.object({
  id: Id,
  title: z.string(),
  /** The language as ISO 639-1. Null: the service could not recognise it. */
  lang: z.string().nullable(),
  excerpt: z.string(),
  author: Person.nullable(),
  /** The time of the review. Null: the card shows an unpublished text. */
  reviewed_at: Instant.nullable(),
});
export type GuideCard = z.infer<typeof GuideCard>;

/** The published text of a guide, with the review that approved it. */
export const ReviewedText = z.object({
  title: z.string(),
  /** Clean HTML without images and videos. */
  body: z.string(),
  lang: z.string().nullable(),
  review: Signature,
  review_again_at: Instant,
  is_expired: z.boolean(),
});

/** The author's current text. Only the author, the moderators and the invited reviewer may read it. */
export const GuideText = z.object({
  title: z.string(),
  body: z.string(),
  lang: z.string().nullable(),
  version: z.number().int(),
  /** True: the author's current text is the published version. */
  is_published: z.boolean(),
  asked: z.object({ name: z.string(), at: Instant }).nullable(),
  /**
   * The reviewer's reason for declining this text. Null if no reviewer has declined it, or if the author has since
   * changed it or requested another review.
   */
  declined_words: z.string().nullable(),
});

export const Guide = z.object({
  id: Id,
  channel: ChannelLabel,
  author: Person.nullable(),
  /** The answer that the guide was made from. Null if there is none, or if the caller cannot read it. */
  source: z.object({ post_id: Id, comment_id: Id }).nullable(),
  published: ReviewedText.nullable(),
  text: GuideText.nullable(),
  can_edit: z.boolean(),
  can_review: z.boolean(),
  can_delete: z.boolean(),
  /** Number of months after which a new review becomes due. */
  review_months: z.number().int(),
});
export type Guide = z.infer<typeof Guide>;

export const LibraryGuide = z.object({
  id: Id,
  community: z.object({ slug: z.string(), name: z.string() }),
  author: LibraryAuthor.nullable(),
  text: ReviewedText,
});
export type LibraryGuide = z.infer<typeof LibraryGuide>;

const GuideWords = { title: line(CommunityLimits.title_max), body: Html(CommunityLimits.body_max) };
const writes = refusals('NOT_A_MODERATOR', 'SUSPENDED', 'COMMUNITY_READ_ONLY', 'CONTENT_EMPTY', 'WORD_REFUSED');

export const guideProcedures = {
  listGuides: c('list_guides', 'signedIn', 'List the guides of a community, last reviewed first')
    .input(z.object({ slug: z.string().max(80) }))
    .output(
      z.object({
        published: z.array(GuideCard),
        /** Unpublished guides and versions. Only moderators, authors and invited reviewers get them. */
        pending: z.array(GuideCard),
        can_write: z.boolean(),
      }),
    ),
  getGuide: c('get_guide', 'signedIn', 'Return one guide').input(GuideId).output(Guide),
  createGuide: c('create_guide', 'moderator', 'Create a guide. Nobody else can read it before it is reviewed', longText)
    .errors(writes)
    .input(z.object({ channel_id: Id, comment_id: Id.optional(), ...GuideWords, idempotency_key: Id.optional() }))
    .output(GuideId),
  editGuide: c(
    'edit_guide',
    'moderator',
    'Change a guide. Only its author may do so. The reviewed text stays visible until the next review',
    longText,
  )
    .errors({ ...writes, ...refusals('TEXT_OUTDATED') })
    .input(GuideId.extend({ version: VersionNumber, ...GuideWords }))
    .output(GuideId),
  deleteGuide: c('delete_guide', 'moderator', 'Delete a guide. Its author and moderators may do so')
    .errors(refusals('NOT_A_MODERATOR'))
    .input(GuideId)
    .output(z.object({ deleted: z.boolean() })),
  listGuideReviewers: c(
    'list_guide_reviewers',
    'moderator',
    'List verified practitioners who can review a guide, members first',
  )
    .errors(refusals('NOT_A_MODERATOR'))
    .input(GuideId)
    .output(z.array(Person)),
  askGuideReview: c(
    'ask_guide_review',
    'moderator',
    'Ask a verified practitioner to review this version. Only the author may do so',
  )
    .errors(refusals('NOT_A_MODERATOR', 'TEXT_OUTDATED', 'COMMUNITY_READ_ONLY', 'SUSPENDED'))
    .input(GuideId.extend({ version: VersionNumber, reviewer_id: Id }))
    .output(Guide),
  reviewGuide: c('review_guide', 'verifiedDoctor', 'Confirm the version that was read, which publishes it')
    .errors(refusals('TEXT_OUTDATED', 'COMMUNITY_READ_ONLY', 'SUSPENDED'))
    .input(GuideId.extend({ version: VersionNumber }))
    .output(Guide),
  declineGuideReview: c('decline_guide_review', 'verifiedDoctor', 'Decline the review, with a reason for the author')
    .input(GuideId.extend({ words: line(CommunityLimits.note_max) }))
    .output(z.object({ declined: z.boolean() })),
  getLibraryGuide: c('get_library_guide', 'visitor', 'Return a guide on the web. Null: it is not on the web')
    .input(z.object({ slug: z.string().max(200), guide_id: z.string().max(200) }))
    .output(LibraryGuide.nullable()),
};
