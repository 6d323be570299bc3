declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A post was published. */
    'community.posted': { channel_id: string; post_id: string; mentions: string[] };
    'community.commented': { channel_id: string; post_id: string; comment_id: string; mentions: string[] };
    'community.liked': { channel_id: string; content_id: string; by: string };
    'community.invited': { invite_id: string };
    'community.joinRequested': { channel_id: string; user_id: string };
    'community.joinAccepted': { channel_id: string; user_id: string };
    'community.roleChanged': { channel_id: string; user_id: string };
    'community.practitionerAsked': { channel_id: string; post_id: string; by: string };
    /** A moderator or a verified doctor removed this person's request for a practitioner. */
    'community.requestRemoved': { channel_id: string; post_id: string; user_id: string };
    /** No practitioner answered a question in time. */
    'community.answerOverdue': { channel_id: string; post_id: string };
    /** A word filter or reports hid a post or comment, without a person's decision. */
    'community.held': { hold_id: string };
    /** The author changed a co-signed answer. `user_id` is a person who had co-signed it. */
    'community.cosignatureVoided': { channel_id: string; post_id: string; comment_id: string; user_id: string };
    'community.guideReviewAsked': { guide_id: string; channel_id: string };
    /** The invited practitioner confirmed or declined the review. */
    'community.guideReviewAnswered': { guide_id: string; channel_id: string; by: string };
    'community.guideExpired': { guide_id: string; channel_id: string };
    'community.decided': { decision_id: string };
    'community.appealAnswered': { decision_id: string };
    /** A person reported a post, comment, person or community, and gets a confirmation. */
    'community.reportReceived': { report_id: string; reporter_id: string };
    'community.reviewAnswered': { report_id: string; reporter_id: string };
    'community.ending': { channel_id: string; asked_by: string };
    'community.kept': { channel_id: string; by: string };
    'community.reported': { report_id: string; channel_id: string | null };
  }
}

export {};
