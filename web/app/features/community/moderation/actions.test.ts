import { expect, test } from 'vitest';
import { actionsFor, isAboutPerson, needsStatement, queueActionsFor } from './actions.ts';

const author = {};

test('a text can be removed, and a removed text can be restored', () => {
  expect(actionsFor({ kind: 'post', state: 'visible', author })[0]).toBe('remove');
  expect(actionsFor({ kind: 'comment', state: 'removed', author })).not.toContain('remove');
  expect(actionsFor({ kind: 'post', state: 'held', author }).slice(0, 2)).toEqual(['restore', 'remove']);
  expect(actionsFor({ kind: 'comment', state: 'visible', author })).not.toContain('lock');
});

test('no warning is offered for a text with an unknown author', () => {
  expect(actionsFor({ kind: 'post', state: 'visible', author: null })).toEqual(['remove', 'lock', 'unlock']);
  expect(actionsFor({ kind: 'person', state: 'visible', author: null })).toEqual(['warn', 'suspend', 'ban', 'lift']);
});

test('a statement of reasons is needed for a removal, a warning, a suspension and a ban', () => {
  expect((['remove', 'warn', 'suspend', 'ban'] as const).every(needsStatement)).toBe(true);
  expect((['dismiss', 'lock', 'restore', 'lift'] as const).some(needsStatement)).toBe(false);
  expect(isAboutPerson('lift')).toBe(true);
  expect(isAboutPerson('remove')).toBe(false);
});

test('the moderators’ queue offers the actions that are possible for a reported text, and the dismissal', () => {
  expect(queueActionsFor({ kind: 'comment', state: 'visible', author })).toEqual([
    'remove',
    'warn',
    'suspend',
    'ban',
    'dismiss',
  ]);
  for (const kind of ['person', 'channel'] as const)
    expect(queueActionsFor({ kind, state: 'visible', author })).toEqual(['warn', 'suspend', 'ban', 'dismiss']);
  expect(queueActionsFor({ kind: 'post', state: 'held', author })).toContain('restore');
});

test('for a text of their own, the queue offers moderators only its removal', () => {
  expect(queueActionsFor({ kind: 'post', state: 'visible', author }, true)).toEqual(['remove']);
  expect(queueActionsFor({ kind: 'comment', state: 'held', author }, true)).toEqual(['remove']);
  expect(queueActionsFor({ kind: 'post', state: 'removed', author }, true)).toEqual([]);
});

test('for a text that its author deleted, the queue offers only decisions about the author and the dismissal', () => {
  expect(queueActionsFor({ kind: 'post', state: 'deleted', author })).toEqual(['warn', 'suspend', 'ban', 'dismiss']);
  expect(queueActionsFor({ kind: 'comment', state: 'deleted', author: null })).toEqual(['dismiss']);
});
