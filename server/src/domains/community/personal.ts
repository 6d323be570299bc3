import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import { changeState } from './change-state.ts';
import { listContentOf } from './content.queries.ts';
import { dropTags } from './tags.queries.ts';

export const communityData: PersonalData = {
  tables: {
    // A personal page is deleted with its owner. A community gets a new owner instead.
    channels: {
      why: 'A community, or a person’s own page',
      of: 'page_of',
      hidden: ['page_of', 'created_by', 'names'],
      mentions: ['created_by'],
      columns: {
        page_of: 'the owner',
        description: 'what it is about',
        join_policy: 'the rule for joining',
        rules: 'its rules',
        banner_path: 'its banner',
        icon_path: 'its icon',
        members_count: 'how many members there are',
        names: 'search words',
        archived_at: 'since when it is archived',
        web_since: 'since when it is public',
        delete_at: 'when it will be deleted',
      },
    },
    posts: {
      why: 'Posts of members',
      of: 'author_id',
      hidden: ['author_id', 'search', 'words', 'hot', 'popularity'],
      columns: {
        words: 'the text without markup',
        excerpt: 'the beginning of the text',
        image_path: 'its first picture',
        tags: 'its topics',
        tag_titles: 'its topics, as people read them',
        comments_count: 'how many comments there are',
        pinned_at: 'since when it is pinned',
        lang: 'the detected language',
        web_since: 'since when it is public',
        is_locked: 'whether it takes no more comments',
        is_expert: 'whether a verified practitioner wrote it',
        asks_practitioner: 'whether an answer of a practitioner is requested',
        asked_at: 'when it was requested',
        overdue_told_at: 'when the moderators were notified of the missing answer',
        popularity: 'its place among the popular ones',
        hot: 'its place among the hot ones',
      },
    },
    comments: {
      why: 'Comments of members',
      of: 'author_id',
      hidden: ['author_id', 'search', 'words'],
      columns: {
        parent_id: 'the comment under which it is shown',
        lang: 'the detected language',
        reply_to_id: 'the comment to which it replies, if it is shown under another one',
        depth: 'the level in the thread',
        words: 'the text without markup',
        replies_count: 'how many answers there are',
      },
    },
    answer_signatures: {
      why: 'Signatures of practitioners’ answers, with the registration of that time',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        channel_id: 'the community',
        comment_id: 'the answer',
        name: 'the displayed name at that time',
        speciality: 'the speciality at that time',
        registration_number: 'the registration number at that time',
        registration_body: 'the registration body at that time',
        signed_at: 'when the answer was written or last changed',
      },
    },
    answer_cosignatures: {
      why: 'Co-signatures of answers, with the registration of that time',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        channel_id: 'the community',
        comment_id: 'the answer',
        name: 'the displayed name at that time',
        speciality: 'the speciality at that time',
        registration_number: 'the registration number at that time',
        registration_body: 'the registration body at that time',
        signed_at: 'when it was co-signed',
      },
    },
    guides: {
      why: 'Guides that the owner or a moderator writes for a community',
      of: 'author_id',
      hidden: ['author_id', 'reviewer_id', 'words'],
      mentions: ['reviewer_id'],
      columns: {
        comment_id: 'the answer that it comes from',
        words: 'the text without markup',
        lang: 'the detected language',
        changed_at: 'when the text was last changed',
        reviewer_id: 'the requested reviewer',
        asked_at: 'when it was requested',
        declined_words: 'why the last review was declined',
      },
    },
    guide_reviews: {
      why: 'Reviews of guides, with the reviewed text and the reviewer’s registration of that time',
      of: 'user_id',
      hidden: ['user_id', 'words'],
      columns: {
        guide_id: 'the guide',
        words: 'the text without markup',
        lang: 'the detected language',
        name: 'the displayed name at that time',
        speciality: 'the speciality at that time',
        registration_number: 'the registration number at that time',
        registration_body: 'the registration body at that time',
        reviewed_at: 'when it was reviewed',
        review_again_at: 'when the next review is due',
        expired_told_at: 'when author, reviewer and moderators were notified of the due review',
      },
    },
    community_profiles: {
      why: 'A member’s profile in the community',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        handle: 'the name in addresses',
        display_name: 'the name that is shown',
        bio: 'the person’s description of themselves',
        contributions: 'the number of their texts',
        likes: 'the number of likes that their texts received',
        names: 'search words',
        named_at: 'when they chose the name that is shown',
        reads: 'the chosen languages',
      },
    },
    community_drafts: {
      why: 'Drafts of posts and comments',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        parent_id: 'the text to which it replies',
        editing_id: 'the text that it changes',
        tags: 'its topics',
        channel_id: 'the community for the text',
      },
    },
    community_follows: {
      why: 'The people and topics that a member follows or mutes',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { target: 'whom or what', state: 'followed or muted' },
    },
    community_images: {
      why: 'Pictures in posts; the files are in the object store',
      of: 'uploaded_by',
      hidden: ['uploaded_by'],
      picture: 'id',
      columns: {
        path: 'its address',
        uploaded_by: 'the person who sent it',
        subject: 'whom it shows: no person, the member, another person',
        consent_at: 'when the member confirmed that this person agreed',
      },
    },
    community_presence: {
      why: 'People who are in the community at this moment',
      of: 'user_id',
      hidden: 'all',
      stays: 'an hour or two after the last visit; lost when the database restarts',
    },
    channel_members: {
      why: 'Members of a community',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { role: 'member, moderator or owner' },
    },
    channel_invites: {
      why: 'Invitations to a community',
      of: 'user_id',
      hidden: ['user_id', 'invited_by'],
      mentions: ['invited_by'],
      columns: { invited_by: 'who invited' },
    },
    channel_join_requests: {
      why: 'Requests to join a community',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { words: 'what they say' },
    },
    content_likes: {
      why: 'Likes of posts and comments',
      of: 'user_id',
      hidden: ['user_id'],
    },
    community_digests: {
      why: 'Whether the weekly digest of the community is mailed',
      of: 'user_id',
      hidden: ['user_id', 'leave_key'],
      columns: {
        is_on: 'whether it was chosen',
        chosen_at: 'when it was turned on or off',
        told_until: 'the time up to which news is included',
        leave_key: 'the secret of the unsubscribe link',
      },
    },
    community_visits: {
      why: 'The summary that a member sees after a day away',
      of: 'user_id',
      hidden: 'all',
      columns: { away_since: 'when the visit before ended', back_at: 'when they came back' },
    },
    post_marks: {
      why: 'Posts that a member has read or saved',
      of: 'user_id',
      hidden: ['user_id'],
    },
    decisions: {
      why: 'Decisions of moderators, with the reasons and the appeal',
      of: 'person_id',
      hidden: ['person_id', 'decided_by', 'appeal_by'],
      mentions: ['decided_by', 'appeal_by'],
      columns: {
        person_id: 'the person concerned',
        statement: 'the statement of reasons',
        decided_by: 'the person who decided',
        appeal_words: 'the appeal',
        appeal_at: 'when the appeal was made',
        appeal_outcome: 'the result of the appeal',
        appeal_statement: 'the reason of the decision about the appeal',
        appeal_by: 'the person who decided about the appeal',
        before: 'the state before the decision',
        told_at: 'when the person was notified',
        undone_at: 'when the moderator undid it',
        reopened_at: 'when a moderator opened the discussion that it had closed',
      },
    },
    holds: {
      why: 'Texts that were hidden automatically, with the reason and the author’s reply',
      of: 'person_id',
      hidden: ['person_id', 'reminded_at'],
      columns: {
        person_id: 'the author of the text',
        cause: 'reports of several people, or a word filter',
        reason: 'the statement of reasons',
        words: 'the author’s reply',
        words_at: 'when the author replied',
        reminded_at: 'when the moderators were reminded',
      },
    },
    practitioner_requests: {
      why: 'Requests for a practitioner’s answer, counted for the limit of each person',
      of: 'user_id',
      hidden: ['user_id', 'removed_by'],
      mentions: ['removed_by'],
      columns: {
        asked_at: 'when the person first requested an answer there',
        ended_at: 'when it was answered, withdrawn or removed',
        removed_at: 'when a moderator removed it',
        removed_by: 'the person who removed it',
        reason: 'the reason for the removal',
      },
    },
    suspensions: {
      why: 'Members who may not write, for a time or without an end',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { decision_id: 'the decision behind it', lifted_at: 'when it was lifted' },
    },
    report_voices: {
      why: 'The members who reported something',
      of: 'reporter_id',
      hidden: ['reporter_id'],
      columns: { reporter_id: 'who reported' },
    },
    report_reviews: {
      why: 'Reviews of a decision that a reporter requested, with the result',
      of: 'reporter_id',
      hidden: ['reporter_id', 'answered_by', 'decision_id'],
      mentions: ['answered_by'],
      columns: {
        reporter_id: 'the person who requested it',
        decision_id: 'the decision that the person disputes',
        words: 'the person’s reasons',
        outcome: 'the result of the review',
        statement: 'the reasons',
        answered_by: 'the person who answered',
      },
    },
    channel_themes: {
      why: 'Themes of a community',
      stays: 'with the community; contains no personal data',
      columns: { theme: 'the theme' },
    },
    content_versions: {
      why: 'Earlier versions of posts and comments',
      stays: 'with the post or comment',
      columns: { was_shown: 'whether readers could see the version' },
    },
    post_tags: {
      why: 'Topics of posts',
      stays: 'with the post',
      columns: { lang: 'the language of the post, as a program found it' },
    },
    tags: {
      why: 'All topics',
      stays: 'permanently; contains no personal data',
    },
    tag_days: {
      why: 'Posts by topic and day',
      stays: 'permanently; contains no personal data',
      columns: { posts: 'how many' },
    },
    tag_counts: {
      why: 'Posts by topic',
      stays: 'permanently; contains no personal data',
      columns: { posts: 'how many' },
    },
    community_lexicon: {
      why: 'Words of posts, which help to correct a mistyped search',
      stays: 'permanently; contains no personal data',
      columns: { word: 'the word' },
    },
    word_filters: {
      why: 'Words for which a text is refused or hidden',
      stays: 'until a moderator removes them',
      mentions: ['created_by'],
      columns: { words: 'the words', action: 'refused or held' },
    },
    reports: {
      why: 'Reports to the moderators',
      stays: 'as long as the reported text, person or community',
      columns: {
        origin: 'a member or a filter',
        first_at: 'when it was first reported',
        last_at: 'when it was last reported',
        severity: 'the severity of the most severe reason',
        is_raised: 'whether many people reported a text that reports cannot hide',
        voices_count: 'how many people reported it',
        reasons: 'the reasons of the reports',
        held_at: 'since when it is hidden because many people reported it',
        decided_in: 'the decision that closed it',
        queue_rank: 'its place in the queue',
      },
    },
    moderation_counts: {
      why: 'Numbers of reports, decisions and appeals in a year, for the published report; no personal data',
      stays: 'permanently',
      columns: {
        year: 'the year of the event',
        fact: 'what happened',
        detail: 'the reason, action, time or outcome',
        count: 'how often',
      },
    },
  },
  erase,
};

/**
 * Deletes the content of everything that a person wrote. The empty texts stay in their threads, so that other people's
 * replies keep their context. In a community that the person owned, another member becomes the owner. The community
 * becomes read-only if all other members are suspended, and is deleted if there are none.
 */
async function erase(ctx: Context, tx: Tx, { userId }: Leaver): Promise<void> {
  for (const content of await listContentOf(tx, userId)) await changeState(tx, content, 'deleted');
  await handOver(ctx, tx, userId);
  const pictures = sql`select path from community_images where uploaded_by = ${userId}`;
  await sql`update channels set banner_path = null where banner_path in (${pictures})`.execute(tx);
  await sql`update channels set icon_path = null where icon_path in (${pictures})`.execute(tx);
  await sql`delete from community_follows where target = ${userId}`.execute(tx);
  const others = sql`from report_voices v where v.report_id = r.id and v.reporter_id is distinct from ${userId}`;
  await sql`update reports r set voices_count = (select count(*) ${others}), reasons = array(select distinct v.reason ${others})
    where id in (select report_id from report_voices where reporter_id = ${userId})`.execute(tx);
  await sql`delete from reports where subject_kind = 'person' and subject_id = ${userId}`.execute(tx);
  for (const table of ['posts', 'comments'])
    await sql`update ${sql.table(table)} set author_id = null where author_id = ${userId}`.execute(tx);
}

async function handOver(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string; successor: string | null; is_alone: boolean }>`
    select c.id, community_successor(c.id, ${userId}, ${now}) as successor,
      not exists (select from channel_members o where o.channel_id = c.id and o.user_id <> ${userId}) as is_alone
    from channels c join channel_members m on m.channel_id = c.id and m.user_id = ${userId} and m.role = 'owner'
    where c.kind = 'community'`.execute(tx);
  for (const { id, successor, is_alone } of rows) {
    if (is_alone) await dropTags(tx, id);
    await (successor
      ? sql`update channel_members set role = 'owner' where channel_id = ${id} and user_id = ${successor}`
      : is_alone
        ? sql`delete from channels where id = ${id}`
        : // The other members are suspended. Their texts stay.
          sql`update channels set archived_at = coalesce(archived_at, ${now}) where id = ${id}`
    ).execute(tx);
  }
  // The personal page is deleted with the account, and with it the posts of other people on it.
  const { rows: pages } = await sql<{ id: string }>`select id from channels where page_of = ${userId}`.execute(tx);
  for (const { id } of pages) await dropTags(tx, id);
}
