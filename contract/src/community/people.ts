import * as z from 'zod';
import { Id, Instant, Plan } from '../base.ts';
import {
  communityProcedure as c,
  ChannelLabel,
  CommunityLimits,
  Cursor,
  line,
  lines,
  pageOf,
  Person,
  refusals,
} from './terms.ts';
import { ChannelCard, Membership } from './channels.ts';
import { PostCard } from './content.ts';
import { shownLanguages, TextLanguage } from './reading.ts';

/** Procedures for the people of the communities: follows, presence and search. */
export const FollowStates = ['follow', 'mute', 'none'] as const;
const FollowState = z.enum(FollowStates);

export const MyCommunity = z.object({
  me: Person,
  plan: Plan,
  /** True: the person may turn on the exclusive view, which shows only paid and elite_only communities. */
  has_exclusive_view: z.boolean(),
  /** The visibilities of the communities that the caller may read. */
  visibilities: z.array(z.string()),
  /**
   * True: the member chose the name that others see. Verified practitioners always appear under their registered name.
   */
  has_chosen_name: z.boolean(),
  is_new_member: z.boolean(),
  suspended_until: Instant.nullable(),
  is_banned: z.boolean(),
  /** True for administrators, and for owners and moderators of at least one community. They have a queue of reports. */
  is_moderator: z.boolean(),
  /** True: the caller may read the list of posts that request a practitioner's answer. */
  is_asked: z.boolean(),
  /** The languages that the member chose to read. Empty: lists show texts in all languages. */
  reads: z.array(TextLanguage),
  memberships: z.array(Membership),
  /**
   * Communities of the caller that the caller's plan no longer includes. The caller cannot open them, but may leave.
   * `is_only_owner`: no other owner could run the community. When the caller leaves, another member becomes the owner.
   * If no member can take over, the community becomes read-only.
   */
  unreachable: z.array(z.object({ id: Id, name: z.string(), is_only_owner: z.boolean() })),
  invites_count: z.number().int(),
  drafts_count: z.number().int(),
});
export type MyCommunity = z.infer<typeof MyCommunity>;

export const Profile = Person.extend({
  bio: z.string(),
  member_since: Instant,
  posts_count: z.number().int(),
  comments_count: z.number().int(),
  likes_received: z.number().int(),
  is_online: z.boolean(),
  is_me: z.boolean(),
  follow_state: FollowState,
});

/** News since the member's previous visit. Counting stops at 99. */
export const SinceLastVisit = z.object({
  /** The time at which the previous visit ended. */
  since: Instant,
  /** Number of posts by other people in the member's communities. */
  posts_count: z.number().int(),
  /** Number of answers to the member's posts and comments. */
  answers_count: z.number().int(),
  /** Number of answers by verified practitioners in the member's communities. */
  practitioner_answers_count: z.number().int(),
  /** The threads with the newest answers, at most three. */
  threads: z.array(
    z.object({ post_id: Id, title: z.string(), lang: z.string().nullable(), is_by_practitioner: z.boolean() }),
  ),
});
export type SinceLastVisit = z.infer<typeof SinceLastVisit>;

const DigestChoice = z.object({ is_on: z.boolean() });

export const Snippet = z
  .string()
  .describe('Escaped text in which only <mark> and </mark> are markup: matches stand between them');

export const FoundPost = z.object({ post: PostCard, title_snippet: Snippet, snippet: Snippet });
export const FoundComment = z.object({
  comment_id: Id,
  post_id: Id,
  post_title: z.string(),
  /** Languages of the post and of the comment, as ISO 639-1. Null: the service could not recognise the language. */
  post_lang: z.string().nullable(),
  lang: z.string().nullable(),
  channel: ChannelLabel,
  author: Person.nullable(),
  created_at: Instant,
  snippet: Snippet,
});
export const FoundPerson = z.object({ person: Person, name_snippet: Snippet });
export const SearchKinds = ['all', 'posts', 'comments', 'channels', 'people'] as const;

const day = z.iso.date();

export const peopleProcedures = {
  getMyCommunity: c(
    'get_my_community',
    'signedIn',
    'Return what the layout needs: the caller, plan, communities and counts',
  ).output(MyCommunity),
  getPerson: c('get_person', 'signedIn', 'Return the public profile of a person in the community')
    .input(z.object({ handle: z.string().max(60) }))
    .output(Profile),
  updateMyProfile: c(
    'update_my_profile',
    'signedIn',
    'Change the caller’s handle, name and description. Verified practitioners keep their registered names',
  )
    .errors(refusals('HANDLE_TAKEN', 'SUSPENDED', 'WORD_REFUSED'))
    .input(
      z.object({
        handle: z
          .string()
          .trim()
          .toLowerCase()
          .regex(/^[a-z0-9][a-z0-9_]*[a-z0-9]$/)
          .min(CommunityLimits.handle.min)
          .max(CommunityLimits.handle.max),
        display_name: line(CommunityLimits.display_name_max, 2),
        bio: lines(CommunityLimits.bio_max).default(''),
      }),
    )
    .output(Profile),
  suggestNames: c('suggest_names', 'signedIn', 'Suggest pseudonyms in the language of the account').output(
    z.array(z.string()),
  ),
  chooseMyName: c(
    'choose_my_name',
    'signedIn',
    'Choose the name that others see. The first choice also sets the handle. Verified practitioners keep their registered names',
  )
    .errors(refusals('SUSPENDED', 'WORD_REFUSED'))
    .input(z.object({ display_name: line(CommunityLimits.display_name_max, 2) }))
    .output(Person),
  suggestPeople: c(
    'suggest_people',
    'signedIn',
    'Suggest people for @mentions by handle or name. People in the post come first',
  )
    .input(z.object({ search: lines(60), post_id: Id.optional() }))
    .output(z.array(Person)),
  setFollow: c('set_follow', 'signedIn', 'Follow or mute a person, community, topic or post')
    .input(
      z.object({
        target: z.union([
          z.object({ person_id: Id }).strict(),
          z.object({ channel_id: Id }).strict(),
          z.object({ tag: z.string().max(80) }).strict(),
          z.object({ post_id: Id }).strict(),
        ]),
        state: FollowState,
      }),
    )
    .output(z.object({ state: FollowState })),
  touchPresence: c(
    'touch_presence',
    'signedIn',
    'Record that the caller is online. Call it every minute while a community page is visible',
  )
    .input(z.object({ channel_id: Id.optional() }))
    .output(z.object({ online_count: z.number().int(), unread_notifications: z.number().int() })),
  getSinceLastVisit: c(
    'get_since_last_visit',
    'signedIn',
    'Return what is new since the visit before this one. Null: that visit was less than a day ago, the member is new, or there is no news',
  ).output(z.object({ news: SinceLastVisit.nullable() })),
  closeSinceLastVisit: c(
    'close_since_last_visit',
    'signedIn',
    'Hide the news since the last visit until the caller has been away again',
  ).output(z.object({})),
  getMyDigest: c(
    'get_my_digest',
    'signedIn',
    'Return whether the caller gets the weekly digest of the community',
  ).output(DigestChoice),
  setMyDigest: c('set_my_digest', 'signedIn', 'Turn the weekly digest of the community on or off')
    .input(DigestChoice)
    .output(DigestChoice),
  previewMyDigest: c(
    'preview_my_digest',
    'signedIn',
    'Return the digest as it would be sent now under the current plan. Null: there is nothing to send',
  ).output(z.object({ mail: z.object({ subject: z.string(), text: z.string() }).nullable() })),
  searchCommunity: c(
    'search_community',
    'signedIn',
    'Search posts, comments, communities and people that the caller may see. `all` returns a few of each kind',
  )
    .input(
      z.object({
        q: lines(200),
        kind: z.enum(SearchKinds).default('all'),
        /** The address of a community, fl@slug. */
        channel: z.string().max(80).optional(),
        tag: z.string().max(80).optional(),
        /** The handle of the author. */
        author: z.string().max(60).optional(),
        from: day.optional(),
        to: day.optional(),
        sort: z.enum(['relevance', 'newest']).default('relevance'),
        ...shownLanguages,
        limit: z.number().int().min(1).max(50).default(CommunityLimits.found_page),
        cursor: Cursor.optional(),
      }),
    )
    .output(
      z.object({
        posts: pageOf(FoundPost),
        comments: pageOf(FoundComment),
        channels: pageOf(ChannelCard.extend({ name_snippet: Snippet })),
        people: pageOf(FoundPerson),
        /** The query with misspelt words replaced by known topics. Set only if the query found no post. */
        suggestion: z.string().nullable(),
      }),
    ),
};
