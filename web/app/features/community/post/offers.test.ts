import { expect, test } from 'vitest';
import { commentOffers, postOffers } from './offers.ts';

const post = {
  state: 'visible',
  is_mine: true,
  is_locked: false,
  is_pinned: false,
  is_asking_practitioner: false,
  can_moderate: false,
  can_comment: true,
  comment_block: null,
} as const;
const hidden = { ...post, can_comment: false };
const offered = (offers: Record<string, boolean>) => Object.keys(offers).filter((name) => offers[name]);

test.each([
  ['one’s own visible post', post, ['react', 'ask']],
  ['another person’s post', { ...post, is_mine: false }, ['react', 'report']],
  ['one’s own hidden post', { ...hidden, state: 'held' }, []],
  ['one’s own removed post', { ...hidden, state: 'removed' }, []],
  [
    'a visible post, to a moderator',
    { ...post, is_mine: false, can_moderate: true },
    ['react', 'report', 'pin', 'ask'],
  ],
  ['a hidden post, to a moderator', { ...hidden, state: 'held', is_mine: false, can_moderate: true }, []],
  [
    'a hidden post with a pin, to a moderator',
    { ...hidden, state: 'held', is_pinned: true, can_moderate: true },
    ['pin'],
  ],
  ['one’s own post in an archived community', { ...post, comment_block: 'read_only' }, ['react']],
  ['one’s own question there', { ...post, comment_block: 'read_only', is_asking_practitioner: true }, ['react', 'ask']],
] as const)('the menu of a post offers only what the service accepts: %s', (_, shown, expected) => {
  expect(offered(postOffers(shown))).toEqual(expected);
});

const mine = { state: 'visible', is_mine: true } as const;
test.each([
  ['one’s own comment', mine, post, ['react', 'reply', 'edit', 'remove']],
  ['another person’s comment', { ...mine, is_mine: false }, post, ['react', 'reply', 'report']],
  ['one’s own hidden comment', { ...mine, state: 'held' }, post, ['edit', 'remove']],
  ['one’s own removed comment', { ...mine, state: 'removed' }, post, []],
  ['one’s own comment below a hidden post', mine, { ...hidden, state: 'held' }, ['edit', 'remove']],
  ['another person’s comment below a removed post', { ...mine, is_mine: false }, { ...hidden, state: 'removed' }, []],
  [
    'one’s own comment in a locked thread',
    mine,
    { ...hidden, is_locked: true, comment_block: 'locked' },
    ['react', 'remove'],
  ],
  ['one’s own comment in an archived community', mine, { ...hidden, comment_block: 'read_only' }, ['react', 'remove']],
] as const)('the menu of a comment offers only what the service accepts: %s', (_, comment, around, expected) => {
  expect(offered(commentOffers(comment, around))).toEqual(expected);
});
