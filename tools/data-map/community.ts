import type { Notes } from './terms.ts';

export const community: Notes = {
  channels: {
    why: 'A community, or somebody’s own page',
    columns: {
      page_of: 'whose page it is',
      description: 'what it is about',
      join_policy: 'how people come in',
      rules: 'its rules',
      banner_path: 'its banner',
      icon_path: 'its icon',
      members_count: 'how many members there are',
      names: 'words for finding it',
    },
  },
  channel_members: { why: 'Who is in a community', columns: { role: 'member, moderator or owner' } },
  channel_invites: { why: 'Who was invited into a community', columns: { invited_by: 'who invited' } },
  channel_join_requests: { why: 'Who asks to be let in', columns: { words: 'what they say' } },
  channel_themes: {
    why: 'Themes of a community',
    kept: 'with the community; about nobody',
    columns: { theme: 'the theme' },
  },
  posts: {
    why: 'What members write for others',
    columns: {
      words: 'the text without markup',
      excerpt: 'the beginning of the text',
      image_path: 'its first picture',
      tags: 'its topics',
      tag_titles: 'its topics, as people read them',
      comments_count: 'how many comments there are',
      pinned_at: 'since when it stands first',
      is_locked: 'whether it takes no more comments',
      is_expert: 'whether a verified practitioner wrote it',
      asks_practitioner: 'whether a practitioner’s word is wished for',
      popularity: 'its place among the popular ones',
      hot: 'its place among the hot ones',
    },
  },
  comments: {
    why: 'What members answer',
    columns: {
      parent_id: 'which comment it answers',
      reply_to_id: 'whom it answers',
      depth: 'how deep in the thread',
      words: 'the text without markup',
      replies_count: 'how many answers there are',
    },
  },
  content_versions: { why: 'What a post or comment said before', kept: 'with the post or comment' },
  community_drafts: {
    why: 'What somebody has begun to write',
    columns: {
      parent_id: 'what it answers',
      editing_id: 'what it changes',
      tags: 'its topics',
      channel_id: 'where it should go',
    },
  },
  community_profiles: {
    why: 'How a member is seen by others',
    columns: {
      handle: 'the name in addresses',
      display_name: 'the name that is shown',
      bio: 'what they say of themselves',
      contributions: 'how much they wrote',
      likes: 'how often they were liked',
      names: 'words for finding them',
    },
  },
  community_follows: {
    why: 'Whom and what a member follows or mutes',
    columns: { target: 'whom or what', state: 'followed or muted' },
  },
  community_images: {
    why: 'Pictures in posts; the pictures themselves lie in the object store',
    columns: {
      path: 'its address',
      uploaded_by: 'who sent it',
      subject: 'whom it shows: nobody, the member, somebody else',
      consent_at: 'when the member confirmed that this person agreed',
    },
  },
  community_presence: { why: 'Who is there now', kept: 'a few minutes count; lost at every restart' },
  content_likes: { why: 'Who likes what' },
  post_marks: {
    why: 'What a member read and saved',
    columns: { comments_seen: 'how many comments there were then' },
  },
  post_tags: { why: 'Topics of posts', kept: 'with the post' },
  tags: { why: 'All topics', kept: 'for good; about nobody' },
  tag_days: {
    why: 'Posts by topic and day',
    kept: 'for good; about nobody',
    columns: { posts: 'how many' },
  },
  community_lexicon: {
    why: 'Words of posts, so that a mistyped search is understood',
    kept: 'for good; about nobody',
    columns: { word: 'the word' },
  },
  word_filters: {
    why: 'Words that are refused or held',
    kept: 'until a moderator removes them',
    columns: { words: 'the words', action: 'refused or held' },
  },
  reports: {
    why: 'What was reported to the moderators',
    kept: 'with what it is about',
    columns: { origin: 'a member or a filter', first_at: 'when it was first reported', last_at: 'and last' },
  },
  report_voices: { why: 'Who reported it', columns: { reporter_id: 'who reported' } },
  decisions: {
    why: 'What a moderator decided, with its reasons and the appeal',
    columns: {
      person_id: 'whom it is about',
      statement: 'the reasons that the person reads',
      decided_by: 'who decided',
      appeal_words: 'what the person says to it',
      appeal_at: 'when they said so',
      appeal_outcome: 'what came of it',
      appeal_statement: 'why',
      appeal_by: 'who decided about it',
    },
  },
  suspensions: {
    why: 'Who may not write for a while',
    columns: { decision_id: 'the decision behind it', lifted_at: 'when it was lifted' },
  },
};
