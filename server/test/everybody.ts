import { someAppointments } from './an-appointment.ts';
import { aDraftedCase, aPicture } from './a-case.ts';
import { aChannel, aComment, aPost, season } from './a-community.ts';
import type { Browser } from './browser.ts';
import type { CallerName, Subjects } from './expected/callers.ts';
import { joinChannel, setMemberRole } from '#server/domains/community/membership.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { World } from './world.ts';

/** Makes all kinds of callers, each with a separate browser, and the objects that inputs may name. */
export async function everybody(world: World): Promise<{
  browsers: Record<CallerName, Browser>;
  subjects: Subjects;
}> {
  const practitioner = await world.practitioner();
  const { patient, caseId: drafted } = await aDraftedCase(world, practitioner, { pictures: false });
  const { caseId: taken } = await aDraftedCase(world, practitioner, { pictures: false });
  const { caseId: asking } = await aDraftedCase(world, practitioner, { pictures: false });
  const { caseId: signable, seal } = await aDraftedCase(world, practitioner);
  const people = {
    patient,
    other: await world.patient(),
    moderator: await world.patient(),
    single_factor: await world.practitioner({ secondFactor: false }),
    unverified: await world.practitioner({ verified: false }),
    colleague: await world.practitioner(),
    nurse: await world.practitioner({ profession: 'nurse' }),
    practitioner,
    desk: await world.desk(),
    admin: await world.admin(),
  };
  const appointments = await someAppointments(world, people);
  // A clinic that belongs to an entry of the provider list has the same id as the entry.
  await world.system
    .insertInto('clinic_members')
    .values({
      clinic_id: appointments.provider,
      user_id: people.desk.userId,
      role: 'desk',
      created_at: world.clock.now(),
    })
    .execute();
  const entries = Object.entries(people) as [Exclude<CallerName, 'visitor'>, (typeof people)['patient']][];
  const browsers = Object.fromEntries([
    ['visitor', world.browser()],
    ...entries.map(([name, caller]) => [name, world.browserOf(caller)]),
  ]);
  const ids = Object.fromEntries(entries.map(([name, caller]) => [name, caller.userId]));
  const community = await someCommunity(world, patient, people.moderator);
  const subjects = {
    ids,
    drafted,
    taken,
    asking,
    signable,
    seal,
    picture: await aPicture(),
    appointments,
    community,
  } as Subjects;
  return { browsers: browsers as Record<CallerName, Browser>, subjects };
}

/** Makes a community that the patient owns. It is open to all and has a post, a comment and a moderator. */
async function someCommunity(world: World, owner: SignedIn, moderator: SignedIn): Promise<Subjects['community']> {
  await season(world, owner);
  const { channel_id, slug } = await aChannel(world, owner);
  const post_id = await aPost(world, owner, channel_id);
  const { id: comment_id } = await aComment(world, owner, post_id);
  await joinChannel(world, moderator, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: moderator.userId, role: 'moderator' });
  return { channel_id, slug, post_id, comment_id };
}
