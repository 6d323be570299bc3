import { expect, test } from 'vitest';
import { aChannel, aComment, aPost, aRegular } from '../../../test/a-community.ts';
import { tellDecided } from '../../../test/a-moderator.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aWorld } from '../../../test/world.ts';
import { answerAppeal, appealDecision, listAppeals, listModerationLog, listMyDecisions } from './appeals.ts';
import { decideTogether } from './decide-together.ts';
import { listReports } from './list-reports.ts';
import { setLocked } from './marks.ts';
import { moderate } from './moderate.ts';
import { joinChannel, setMemberRole } from './membership.ts';
import { getPost, listVersions } from './read-post.ts';
import { reportContent } from './report-content.ts';
import { undoDecisions } from './undo-decisions.ts';
import { editComment } from './write-comment.ts';
import { editPost } from './write-post.ts';
import { addWordFilter } from './word-filters.ts';

const statement = 'It names a dose.';

async function aScene() {
  const world = await aWorld();
  const [owner, author] = [await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, owner);
  const post_id = await aPost(world, author, channel_id, { title: 'Twenty units', body: '<p>Take twenty units.</p>' });
  const report = (subject_id: string, subject_kind: 'post' | 'comment' = 'post') =>
    aRegular(world).then((reader) =>
      reportContent(world, reader, { subject_kind, subject_id, reason: 'medical_danger', note: '' }),
    );
  const edit = (version: number, body: string) =>
    editPost(world, author, { post_id, version, title: 'My forehead', body, tags: [] });
  const cases = async () => (await listReports(world, owner, { channel_id, status: 'open', limit: 5 })).rows;
  return { world, owner, author, channel_id, post_id, report, edit, cases };
}

test('a decision about a post is refused if its author edited the post after the moderator read it', async () => {
  const { world, owner, author, channel_id, post_id, report, edit, cases } = await aScene();
  await report(post_id);
  const [read] = await cases();
  expect(read?.subject).toMatchObject({ version: 1, body: '<p>Take twenty units.</p>' });
  await edit(1, '<p>Ask your doctor.</p>');
  const about = { report_id: read?.id, subject_kind: 'post' as const, subject_id: post_id };
  const changed = { code: 'TEXT_CHANGED', data: { version: 2 } };
  await expect(moderate(world, owner, { ...about, version: 1, action: 'remove', statement })).rejects.toMatchObject(
    changed,
  );
  // A decision about the author closes the case of the text too.
  const person = { subject_kind: 'person' as const, subject_id: author.userId, channel_id, report_id: read?.id };
  await expect(moderate(world, owner, { ...person, version: 1, action: 'warn', statement })).rejects.toMatchObject(
    changed,
  );
  await expect(moderate(world, owner, { ...about, action: 'dismiss' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  const together = { cases: [{ report_id: read?.id ?? '', version: 1 }], action: 'dismiss' as const };
  expect(await decideTogether(world, owner, together)).toMatchObject([{ decision_id: null, refused: 'changed' }]);
  expect((await getPost(world, author, { post_id, sort: 'best' })).post.state).toBe('visible');
  expect((await cases())[0]?.subject).toMatchObject({ version: 2, body: '<p>Ask your doctor.</p>' });
  expect(await moderate(world, owner, { ...about, version: 2, action: 'dismiss' })).toMatchObject({ version: 2 });
});

test('a decision about a comment is refused if its author edited the comment after the moderator read it', async () => {
  const { world, owner, author, post_id, report } = await aScene();
  const { id: subject_id } = await aComment(world, author, post_id, { body: '<p>I took thirty.</p>' });
  await report(subject_id, 'comment');
  await editComment(world, author, { comment_id: subject_id, version: 1, body: '<p>I took three.</p>' });
  const removal = { subject_kind: 'comment' as const, subject_id, action: 'remove' as const, statement };
  await expect(moderate(world, owner, { ...removal, version: 1 })).rejects.toMatchObject({ code: 'TEXT_CHANGED' });
  expect(await moderate(world, owner, { ...removal, version: 2 })).toMatchObject({ version: 2 });
});

test('the record of a decision shows the version that was judged, also after a later edit', async () => {
  const { world, owner, author, channel_id, post_id, edit } = await aScene();
  const about = { subject_kind: 'post' as const, subject_id: post_id };
  await moderate(world, owner, { ...about, version: 1, action: 'warn', statement });
  await tellDecided(world);
  await edit(1, '<p>Ask your doctor.</p>');
  const judged = { version: 1, subject: { title: 'Twenty units', body: '<p>Take twenty units.</p>', version: 1 } };
  expect((await listModerationLog(world, owner, { channel_id, limit: 5 })).rows).toMatchObject([judged]);
  expect((await listMyDecisions(world, author, { limit: 5 })).rows).toMatchObject([judged]);
});

test('moderators can only remove their own text, and administrators make all other decisions about it', async () => {
  const { world, owner, author, channel_id, cases } = await aScene();
  await joinChannel(world, author, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: author.userId, role: 'moderator' });
  const subject_id = await aPost(world, author, channel_id);
  const spam = { subject_kind: 'post' as const, subject_id, reason: 'spam' as const, note: '' };
  await reportContent(world, await aRegular(world), spam);
  const own = (await listReports(world, author, { channel_id, status: 'open', limit: 5 })).rows;
  expect(own).toMatchObject([{ is_own: true }]);
  expect(await cases()).toMatchObject([{ is_own: false }]);
  const decide = (who: SignedIn, action: 'dismiss' | 'restore' | 'remove' | 'lock' | 'unlock') =>
    moderate(world, who, { subject_kind: 'post', subject_id, version: 1, action, statement });
  for (const action of ['dismiss', 'lock', 'unlock', 'restore'] as const)
    await expect(decide(author, action), action).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const admin = await world.admin();
  await decide(admin, 'remove');
  await expect(decide(author, 'restore')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await decide(admin, 'restore');
  await decide(author, 'remove');
});

test('moderators cannot close a case about their own text by a decision about themselves as a person', async () => {
  const { world, owner, channel_id, cases } = await aScene();
  const colleague = await aRegular(world);
  await joinChannel(world, colleague, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: colleague.userId, role: 'moderator' });
  await addWordFilter(world, owner, { channel_id, words: 'botulinum party', action: 'hold' });
  const post_id = await aPost(world, colleague, channel_id, { body: '<p>Botulinum party at mine</p>' });
  const [found] = await cases();
  const dismiss = (who: SignedIn) =>
    moderate(world, who, {
      subject_kind: 'person',
      subject_id: colleague.userId,
      channel_id,
      report_id: found?.id,
      version: 1,
      action: 'dismiss',
    });
  await expect(dismiss(colleague)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await cases()).toHaveLength(1);
  expect((await getPost(world, colleague, { post_id, sort: 'best' })).post.state).toBe('held');
  await dismiss(owner);
  expect(await cases()).toEqual([]);
});

test('a decision about a person stores no version of a text', async () => {
  const { world, owner, author, channel_id, post_id, report, cases } = await aScene();
  await report(post_id);
  const about = { subject_kind: 'person' as const, subject_id: author.userId, channel_id, version: 1 };
  const report_id = (await cases())[0]?.id;
  expect(await moderate(world, owner, { ...about, report_id, action: 'warn', statement })).toMatchObject({
    version: null,
  });
});

test('an author who is a moderator cannot reopen a discussion that another moderator has closed by a decision', async () => {
  const { world, owner, author, channel_id, post_id } = await aScene();
  await joinChannel(world, author, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: author.userId, role: 'moderator' });
  const open = (who: SignedIn) => setLocked(world, who, { post_id, is_locked: false });
  const decide = (action: 'lock' | 'unlock') =>
    moderate(world, owner, { subject_kind: 'post', subject_id: post_id, version: 1, action });
  // The author can open a discussion that the author closed without a decision.
  await setLocked(world, author, { post_id, is_locked: true });
  await open(author);
  await decide('lock');
  await expect(open(author)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  // The author closes it once more, but cannot open it, because the decision is still in force.
  await setLocked(world, author, { post_id, is_locked: true });
  await expect(open(author)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  // Another moderator opens the discussion, which ends the decision.
  await open(owner);
  await setLocked(world, author, { post_id, is_locked: true });
  await open(author);
  await decide('lock');
  await expect(open(author)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await decide('unlock');
  await open(author);
  await decide('lock');
  await open(await world.admin());
});

test('moderators cannot end what an administrator decided: a removal, a lock or a suspension', async () => {
  const { world, owner, author, channel_id, post_id } = await aScene();
  const admin = await world.admin();
  const refused = { code: 'DECIDED_BY_ADMIN' };
  const judge = (who: SignedIn, action: 'remove' | 'restore' | 'lock' | 'unlock') =>
    moderate(world, who, { subject_kind: 'post', subject_id: post_id, version: 1, action, statement });
  const restrict = (who: SignedIn, action: 'suspend' | 'lift') =>
    moderate(world, who, {
      subject_kind: 'person',
      subject_id: author.userId,
      channel_id,
      action,
      ...(action === 'suspend' && { days: 365, statement }),
    });
  const open = (who: SignedIn) => setLocked(world, who, { post_id, is_locked: false });

  const removal = await judge(admin, 'remove');
  await expect(judge(owner, 'restore')).rejects.toMatchObject(refused);
  await judge(admin, 'lock');
  await expect(judge(owner, 'unlock')).rejects.toMatchObject(refused);
  await expect(open(owner)).rejects.toMatchObject(refused);
  await restrict(admin, 'suspend');
  await expect(restrict(owner, 'lift')).rejects.toMatchObject(refused);

  world.clock.advance(60_000);
  await appealDecision(world, author, { decision_id: removal.id, words: 'I only said what happened.' });
  const answer = (who: SignedIn) =>
    answerAppeal(world, who, { decision_id: removal.id, outcome: 'reversed', statement: 'You are right about it.' });
  expect((await listAppeals(world, owner, { channel_id, limit: 5 })).rows).toEqual([]);
  await expect(answer(owner)).rejects.toMatchObject(refused);
  expect((await listAppeals(world, admin, { channel_id, limit: 5 })).rows).toHaveLength(1);
  await answer(admin);

  // After the administrator's decision has ended, moderators decide as before.
  await judge(admin, 'unlock');
  await restrict(admin, 'lift');
  await judge(owner, 'lock');
  await open(owner);
  await restrict(owner, 'suspend');
  await restrict(owner, 'lift');
});

test('moderators cannot reopen a discussion that an administrator closed, even by undoing an earlier decision', async () => {
  const { world, owner, author, channel_id, post_id } = await aScene();
  await joinChannel(world, author, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: author.userId, role: 'moderator' });
  const admin = await world.admin();
  const judge = (who: SignedIn, action: 'lock' | 'unlock') =>
    moderate(world, who, { subject_kind: 'post', subject_id: post_id, version: 1, action });
  const put = (who: SignedIn, is_locked: boolean) => setLocked(world, who, { post_id, is_locked });

  await put(author, true);
  await judge(admin, 'lock');
  await expect(judge(owner, 'lock')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  await expect(put(owner, false)).rejects.toMatchObject({ code: 'DECIDED_BY_ADMIN' });
  await put(admin, false);

  // The owner's first decision has ended and cannot be undone. The administrator's lock stays.
  const first = await judge(owner, 'lock');
  await put(owner, false);
  await judge(admin, 'lock');
  await expect(undoDecisions(world, owner, [first.id])).rejects.toMatchObject({ code: 'CANNOT_UNDO' });
  await expect(put(author, false)).rejects.toMatchObject({ code: 'DECIDED_BY_ADMIN' });
});

test.each(['restored it', 'reversed its removal on appeal'] as const)(
  'moderators cannot remove a text again after an administrator %s, until the text is edited',
  async (how) => {
    const { world, owner, author, post_id, edit } = await aScene();
    const admin = await world.admin();
    const judge = (who: SignedIn, action: 'remove' | 'restore', version: number) =>
      moderate(world, who, { subject_kind: 'post', subject_id: post_id, version, action, statement });
    const { id: decision_id } = await judge(owner, 'remove', 1);
    if (how === 'restored it') await judge(admin, 'restore', 1);
    else {
      world.clock.advance(60_000);
      await appealDecision(world, author, { decision_id, words: 'I only said what happened.' });
      await answerAppeal(world, admin, { decision_id, outcome: 'reversed', statement: 'You are right about it.' });
    }
    await expect(judge(owner, 'remove', 1)).rejects.toMatchObject({ code: 'DECIDED_BY_ADMIN' });
    await edit(1, '<p>Take forty units.</p>');
    await judge(owner, 'remove', 2);

    // Moderators may remove a text that another moderator restored. Administrators may change every decision.
    await judge(owner, 'restore', 2);
    await judge(owner, 'remove', 2);
    await judge(admin, 'restore', 2);
    await judge(admin, 'remove', 2);
  },
);

test.each(['visible', 'held'] as const)(
  'moderators cannot remove a text (%s) that an administrator restored, even after restoring it themselves',
  async (state) => {
    const { world, owner, author, post_id, report } = await aScene();
    const judge = (who: SignedIn, action: 'remove' | 'restore') =>
      moderate(world, who, { subject_kind: 'post', subject_id: post_id, version: 1, action, statement });
    const stateOf = async () => (await getPost(world, author, { post_id, sort: 'best' })).post.state;
    await judge(owner, 'remove');
    await judge(await world.admin(), 'restore');
    if (state === 'held') for (let reports = 0; reports < 3; reports++) await report(post_id);
    expect(await stateOf()).toBe(state);
    await judge(owner, 'restore');
    await expect(judge(owner, 'remove')).rejects.toMatchObject({ code: 'DECIDED_BY_ADMIN' });
    expect(await stateOf()).toBe('visible');
  },
);

test('an earlier removal cannot be undone after a later removal', async () => {
  const { world, owner, post_id } = await aScene();
  const judge = (who: SignedIn, action: 'remove' | 'restore') =>
    moderate(world, who, { subject_kind: 'post', subject_id: post_id, version: 1, action, statement });
  const first = await judge(owner, 'remove');
  await judge(owner, 'restore');
  await judge(await world.admin(), 'remove');
  await expect(undoDecisions(world, owner, [first.id])).rejects.toMatchObject({ code: 'CANNOT_UNDO' });
});

test('a decision that an administrator upheld on appeal binds moderators', async () => {
  const { world, owner, author, post_id } = await aScene();
  const judge = (action: 'lock' | 'unlock') =>
    moderate(world, owner, { subject_kind: 'post', subject_id: post_id, version: 1, action });
  const { id: decision_id } = await judge('lock');
  world.clock.advance(60_000);
  await appealDecision(world, author, { decision_id, words: 'I only said what happened.' });
  const answer = { decision_id, outcome: 'upheld' as const, statement: 'The discussion stays closed.' };
  await answerAppeal(world, await world.admin(), answer);
  await expect(judge('unlock')).rejects.toMatchObject({ code: 'DECIDED_BY_ADMIN' });
});

test('a decision closes a case only if both are about the same subject, or the case is about a text of the person', async () => {
  const { world, owner, author, channel_id, post_id, report, cases } = await aScene();
  const other = await aRegular(world);
  const elsewhere = await aPost(world, other, channel_id);
  await report(post_id);
  const report_id = (await cases())[0]?.id;
  const lock = { subject_kind: 'post' as const, subject_id: elsewhere, version: 1, action: 'lock' as const };
  await expect(moderate(world, owner, { ...lock, report_id })).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  const warn = (subject_id: string) =>
    moderate(world, owner, {
      subject_kind: 'person',
      subject_id,
      channel_id,
      report_id,
      version: 1,
      action: 'warn',
      statement,
    });
  await expect(warn(other.userId)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await cases()).toHaveLength(1);
  await warn(author.userId);
  expect(await cases()).toEqual([]);
});

test('after a hidden text is shown again, readers do not see its earlier, hidden version', async () => {
  const { world, owner, author, channel_id } = await aScene();
  const reader = await aRegular(world);
  await addWordFilter(world, owner, { channel_id, words: 'botulinum party', action: 'hold' });
  const post_id = await aPost(world, author, channel_id, { body: '<p>Botulinum party at mine</p>' });
  await editPost(world, author, { post_id, version: 1, title: 'Party', body: '<p>An evening at mine</p>', tags: [] });
  await moderate(world, owner, { subject_kind: 'post', subject_id: post_id, version: 2, action: 'restore' });
  await editPost(world, author, {
    post_id,
    version: 2,
    title: 'Party',
    body: '<p>An evening with friends</p>',
    tags: [],
  });
  const versions = async (who: SignedIn) => (await listVersions(world, who, post_id)).map(({ version }) => version);
  expect(await versions(reader)).toEqual([2]);
  expect(await versions(author)).toEqual([2, 1]);
  expect(await versions(owner)).toEqual([2, 1]);
});
