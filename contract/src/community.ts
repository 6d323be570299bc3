import { channelProcedures } from './community/channels.ts';
import { guideProcedures } from './community/guides.ts';
import { libraryProcedures } from './community/library.ts';
import { moderationProcedures } from './community/moderation.ts';
import { peopleProcedures } from './community/people.ts';
import { postProcedures } from './community/posts.ts';
import { readingProcedures } from './community/reading.ts';
import { transparencyProcedures } from './community/transparency.ts';
import { writingProcedures } from './community/writing.ts';

export * from './community/channels.ts';
export * from './community/content.ts';
export * from './community/guides.ts';
export * from './community/library.ts';
export * from './community/moderation.ts';
export * from './community/people.ts';
export * from './community/posts.ts';
export * from './community/terms.ts';
export * from './community/themes.ts';
export * from './community/transparency.ts';

/** Procedures of the communities: reading, writing, people, search and moderation. */
export const community = {
  ...channelProcedures,
  ...postProcedures,
  ...writingProcedures,
  ...peopleProcedures,
  ...readingProcedures,
  ...libraryProcedures,
  ...guideProcedures,
  ...moderationProcedures,
  ...transparencyProcedures,
};
