import * as z from 'zod';
import { Id, Instant } from '../base.ts';
import { PostId } from './content.ts';
import { communityProcedure as c, refusals, TagLabel } from './terms.ts';

/**
 * A part of a page's address: the slug of a community or a tag, or an id. Any text is valid, because the answer to an
 * unknown address is null and not an error.
 */
const AddressPart = z.string().max(200);

/**
 * The public library: threads that their authors made public (readable without an account), in communities that their
 * owners made public.
 */
export const LibraryAuthor = z.object({
  name: z.string(),
  /** Set only while the author's registration is verified. */
  practitioner: z
    .object({ speciality: z.string(), registration_number: z.string(), registration_body: z.string() })
    .nullable(),
});

export const LibraryCommunity = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  threads_count: z.number().int(),
  latest_at: Instant.nullable(),
});

export const LibraryThreadCard = z.object({
  id: Id,
  title: z.string(),
  /** The language as ISO 639-1. Null: the service could not recognise it. */
  lang: z.string().nullable(),
  excerpt: z.string(),
  tags: z.array(TagLabel),
  author: LibraryAuthor.nullable(),
  created_at: Instant,
  /** The time of the newest answer or of the last change to the text, whichever is later. */
  changed_at: Instant,
  answers_count: z.number().int(),
  /** True: a verified practitioner answered the thread. */
  is_answered_by_practitioner: z.boolean(),
});
export type LibraryThreadCard = z.infer<typeof LibraryThreadCard>;

/** A guide in a list. */
const LibraryGuideCard = z.object({
  id: Id,
  title: z.string(),
  lang: z.string().nullable(),
  excerpt: z.string(),
  /** The reviewer's name. */
  reviewed_by: z.string(),
  reviewed_at: Instant,
});

export const LibraryPage = z.object({
  community: LibraryCommunity,
  /** The chosen tag. Null: threads with any tag. */
  tag: TagLabel.nullable(),
  threads: z.array(LibraryThreadCard),
  /**
   * Guides, the most recently reviewed first. Only the first page of the list has them, and only if no tag was chosen.
   */
  guides: z.array(LibraryGuideCard),
  /** The id of the last thread. Send it as `before` to get older threads. Null: there are no older threads. */
  next: Id.nullable(),
});
export type LibraryPage = z.infer<typeof LibraryPage>;

export const LibraryThread = LibraryThreadCard.extend({
  community: LibraryCommunity.pick({ slug: true, name: true }),
  /** Clean HTML without images and videos. Only members see images and videos. */
  body: z.string(),
  edited_at: Instant.nullable(),
  /** At most 100 answers. The answers of verified practitioners come first, then the answers with the most likes. */
  answers: z.array(
    z.object({
      id: Id,
      author: LibraryAuthor.nullable(),
      body: z.string(),
      lang: z.string().nullable(),
      created_at: Instant,
      likes_count: z.number().int(),
      /** Co-signing practitioners whose registration is still verified. */
      cosigned: z.array(
        z.object({
          name: z.string(),
          speciality: z.string(),
          registration_number: z.string(),
          registration_body: z.string(),
          at: Instant,
        }),
      ),
    }),
  ),
});
export type LibraryThread = z.infer<typeof LibraryThread>;

export const libraryProcedures = {
  listLibrary: c('list_library', 'visitor', 'List communities that are on the web, the most active ones first')
    .input(z.object({}).optional())
    .output(z.array(LibraryCommunity)),
  getLibraryPage: c(
    'get_library_page',
    'visitor',
    'List the threads of a community on the web, newest first. Null: it is not on the web',
  )
    .input(z.object({ slug: AddressPart, tag: AddressPart.optional(), before: AddressPart.optional() }))
    .output(LibraryPage.nullable()),
  getLibraryThread: c(
    'get_library_thread',
    'visitor',
    'Return a thread on the web with its answers. Null: it is not on the web',
  )
    .input(z.object({ slug: AddressPart, post_id: AddressPart }))
    .output(LibraryThread.nullable()),
  setChannelOnWeb: c(
    'set_channel_on_web',
    'moderator',
    'Publish a community on the web, or remove it. Only owners may do so',
  )
    .errors(refusals('NOT_A_MODERATOR', 'WEB_CLOSED'))
    .input(z.object({ channel_id: Id, is_on_web: z.boolean() }))
    .output(z.object({ is_on_web: z.boolean() })),
  setPostOnWeb: c('set_post_on_web', 'signedIn', 'Publish a thread on the web, or remove it. Only its author may do so')
    .errors(refusals('WEB_CLOSED'))
    .input(PostId.extend({ is_on_web: z.boolean() }))
    .output(z.object({ web_since: Instant.nullable() })),
};
