import {
  askGuideReview,
  chooseMyName,
  createChannel,
  createComment,
  createGuide,
  createPost,
  findChannelId,
  joinChannel,
  reviewGuide,
  setChannelOnWeb,
  setLiked,
  setPinned,
  setPostOnWeb,
  updateChannel,
  updateMyProfile,
} from '#server/domains/community/index.ts';
import { choicesOf, createAccount, findUserByEmail, setChoices } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { DemoClock } from './clock.ts';
import { channels, members, type Writer } from './community-people.ts';
import { type DemoComment, type DemoPost, guide, posts } from './community-posts.ts';
import { accounts, DEMO_PASSWORD, type DemoPatient, patients, staff } from './people.ts';
import { signedIn } from './receive-patient.ts';

const MONTH_H = 30 * 24;
type People = ReadonlyMap<Writer, SignedIn>;

/**
 * Adds communities with members, posts and comments, by the same use cases as in the product. It may run again, because
 * it leaves existing data unchanged.
 */
export async function seedCommunity(ctx: Context, clock: DemoClock): Promise<void> {
  if (await findChannelId(ctx.db, 'skincarescience')) return;
  clock.stand(9 * MONTH_H);
  await nameAccounts(ctx);
  const people = await gather(ctx);
  for (const channel of channels) await found(ctx, people, channel);
  for (const patient of patients.slice(0, 2)) await joinOpenOnes(ctx, clock, patient);
  for (const post of posts) await publish(ctx, clock, people, post);
  await addGuide(ctx, clock, people);
  await ctx.outbox.drain();
  clock.stand(0);
}

/** Gives the demo accounts a name in the community, so that people who try the demo can write at once. */
async function nameAccounts(ctx: Context): Promise<void> {
  for (const { email, first_name, last_name, role = 'patient' } of accounts) {
    const known = await findUserByEmail(ctx.db, email);
    if (known) await chooseMyName(ctx, signedIn(known.id, role), `${first_name} ${last_name.slice(0, 1)}.`);
  }
}

async function gather(ctx: Context): Promise<People> {
  const people = new Map<Writer, SignedIn>();
  for (const [writer, { handle, display_name, bio, ...account }] of Object.entries(members)) {
    const email = `${writer}@flaira.example`;
    const known = await findUserByEmail(ctx.db, email);
    const created_at = ctx.clock.now();
    const newcomer = { ...account, email, password: DEMO_PASSWORD, is_demo: true, created_at };
    const id = known?.id ?? (await createAccount(ctx, newcomer));
    const person = signedIn(id, 'patient');
    await updateMyProfile(ctx, person, { handle, display_name, bio });
    await muteMails(ctx, id);
    people.set(writer as Writer, person);
  }
  for (const writer of ['doctor', 'colleague'] as const) {
    const known = await findUserByEmail(ctx.db, staff[writer].email);
    if (known) people.set(writer, signedIn(known.id, 'practitioner'));
  }
  return people;
}

/** Turns off a member's emails about communities, because nine months of posts would fill the mailbox. */
async function muteMails(ctx: Context, userId: string): Promise<void> {
  const choices = await choicesOf(ctx.db, userId);
  const community = { ...choices.topics.community, email: false };
  await setChoices(ctx, userId, { ...choices, topics: { ...choices.topics, community } });
}

const personOf = (people: People, writer: Writer): SignedIn => {
  const person = people.get(writer);
  if (!person) throw new Error(`the demo person ${writer} is missing`);
  return person;
};

/** Founds a community. All people who may read the community join it. */
async function found(
  ctx: Context,
  people: People,
  { owner, rules, themes, isOnWeb, ...channel }: (typeof channels)[number],
): Promise<void> {
  const by = personOf(people, owner);
  const { channel_id } = await createChannel(ctx, by, { ...channel, themes: [...themes], join_policy: 'open' });
  await updateChannel(ctx, by, { channel_id, rules: [...rules] });
  if (isOnWeb) await setChannelOnWeb(ctx, by, { channel_id, is_on_web: true });
  for (const person of people.values()) await joinChannel(ctx, person, { channel_id, words: '' }).catch(unlessClosed);
}

/** Makes a demo patient with a case join the open communities, so that the first visit of the demo is not empty. */
async function joinOpenOnes(ctx: Context, clock: DemoClock, patient: DemoPatient): Promise<void> {
  const known = await findUserByEmail(ctx.db, patient.account.email);
  if (!known) return;
  clock.stand(patient.hoursSinceReceipt * 0.9);
  for (const { name } of channels.filter(({ visibility }) => visibility === 'open')) {
    const channel_id = await findChannelId(ctx.db, name);
    if (channel_id) await joinChannel(ctx, signedIn(known.id, 'patient'), { channel_id, words: '' });
  }
}

/** Ignores the refusal that a person gets if their subscription plan does not allow them to read the community. */
function unlessClosed(error: unknown): void {
  if ((error as { code?: string }).code !== 'NOT_FOUND') throw error;
}

/** Ignores the refusal that a member gets if the community does not allow its posts on the public web. */
function unlessOffWeb(error: unknown): void {
  if ((error as { code?: string }).code !== 'WEB_CLOSED') throw error;
}

async function publish(ctx: Context, clock: DemoClock, people: People, post: DemoPost): Promise<void> {
  clock.stand(post.hoursAgo);
  const by = personOf(people, post.by);
  const channel_id = await findChannelId(ctx.db, post.in);
  if (!channel_id) throw new Error(`the demo community ${post.in} is missing`);
  const { title, body, tags, asksPractitioner = false } = post;
  const { post_id } = await createPost(ctx, by, { channel_id, title, body, tags, asks_practitioner: asksPractitioner });
  await setPostOnWeb(ctx, by, { post_id, is_on_web: true }).catch(unlessOffWeb);
  await like(ctx, people, by, { post_id }, post.likes);
  const owner = channels.find(({ name }) => name === 'FaceCare')?.owner;
  if (post.isPinned && owner) await setPinned(ctx, personOf(people, owner), { post_id, is_pinned: true });
  const step = post.hoursAgo / (2 + countOf(post.comments ?? []));
  let at = post.hoursAgo;
  const answer = async (comments: readonly DemoComment[], parent_id?: string): Promise<void> => {
    for (const { by: writer, text, likes = 0, replies = [] } of comments) {
      clock.stand((at -= step));
      const person = personOf(people, writer);
      const { id } = await createComment(ctx, person, {
        post_id,
        body: `<p>${text}</p>`,
        ...(parent_id && { parent_id }),
      });
      await like(ctx, people, person, { comment_id: id }, likes);
      await answer(replies, id);
    }
  };
  await answer(post.comments ?? []);
}

/** Adds a guide that the demo doctor reviewed. */
async function addGuide(ctx: Context, clock: DemoClock, people: People): Promise<void> {
  clock.stand(MONTH_H);
  const [author, doctor] = [personOf(people, 'theo'), personOf(people, 'doctor')];
  const channel_id = await findChannelId(ctx.db, 'skincarescience');
  if (!channel_id) throw new Error('the demo community skincarescience is missing');
  const { guide_id } = await createGuide(ctx, author, { channel_id, ...guide });
  await askGuideReview(ctx, author, { guide_id, version: 1, reviewer_id: doctor.userId });
  await reviewGuide(ctx, doctor, { guide_id, version: 1 });
}

const countOf = (comments: readonly DemoComment[]): number =>
  comments.reduce((sum, { replies = [] }) => sum + 1 + countOf(replies), 0);

/** Adds likes of other people who may read the text, up to the given number. */
async function like(
  ctx: Context,
  people: People,
  author: SignedIn,
  target: { post_id: string } | { comment_id: string },
  most: number,
): Promise<void> {
  const fans = [...people.values()].filter(({ userId }) => userId !== author.userId).slice(0, most);
  for (const fan of fans) await setLiked(ctx, fan, { ...target, is_liked: true }).catch(unlessClosed);
}
