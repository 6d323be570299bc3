import { describe, expect, test } from 'vitest';
import { headlineOf, missingPoses, type Standing } from './headline.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const soon = '2026-11-22T13:20:00Z';
const past = '2026-11-20T13:20:00Z';
const three = [{ pose: 'front' }, { pose: 'right' }, { pose: 'left' }] as const;

const nothing: Standing = {
  isEmailConfirmed: true,
  hasConsent: true,
  photos: [],
  cases: [],
  needsBirthDate: false,
  needsHealth: false,
  isEarlier: false,
  isIntact: undefined,
  now,
};
const stand = (change: Partial<Standing>) => headlineOf({ ...nothing, ...change });
const aCase = (status: Standing['cases'][number]['status'], due_at = soon) => ({
  id: 'a',
  status,
  published_at: status === 'published' ? past : null,
  due_at,
  photo_request: null,
});

describe('a person without a case', () => {
  test('the first step is to confirm the email address, because nothing else is possible before', () => {
    expect(stand({ isEmailConfirmed: false, hasConsent: false })).toEqual({ kind: 'confirm_email', action: 'wait' });
  });

  test('the step of the consent comes before the photos, because no photo may be taken without it', () => {
    expect(stand({ hasConsent: false })).toEqual({ kind: 'no_consent', action: 'agree' });
  });

  test('the photos are the next step, or only the missing ones if some are stored', () => {
    expect(stand({})).toEqual({ kind: 'no_photos', action: 'take_photos' });
    expect(stand({ photos: three.slice(0, 2) })).toEqual({ kind: 'missing_poses', action: 'take_missing' });
    expect(stand({ photos: three })).toEqual({ kind: 'opening', action: 'retake' });
  });

  test('no case opens before the birth date is given', () => {
    expect(stand({ needsBirthDate: true }).action).toBe('take_photos');
    expect(stand({ photos: three, needsBirthDate: true, needsHealth: true })).toEqual({
      kind: 'no_birth_date',
      action: 'give_birth_date',
    });
  });

  test('missing poses are listed in the order in which they are taken', () => {
    expect(missingPoses([{ pose: 'right' }])).toEqual(['front', 'left']);
  });
});

describe('a person with a case', () => {
  test('while a case waits for a doctor, its photos can still be replaced', () => {
    expect(stand({ photos: three, cases: [aCase('received')] })).toEqual({ kind: 'received', action: 'retake' });
  });

  test('while a doctor works on a case, the patient has nothing to do', () => {
    expect(stand({ photos: three, cases: [aCase('in_review')] })).toEqual({ kind: 'in_review', action: 'wait' });
  });

  test('the headline shows that the delivery time was missed', () => {
    expect(stand({ cases: [aCase('received', past)] }).kind).toBe('received_late');
    expect(stand({ cases: [aCase('in_review', past)] }).kind).toBe('in_review_late');
  });

  test('the headline of a published case never says that it is late', () => {
    expect(stand({ cases: [aCase('published', past)] })).toEqual({ kind: 'published', action: 'see_simulation' });
  });

  test.each(['received', 'in_review'] as const)(
    'the health questions are the next step while a case is %s',
    (status) => {
      const case_ = aCase(status);
      expect(stand({ photos: three, cases: [case_], needsHealth: true })).toEqual({
        kind: status,
        action: 'answer_health',
      });
      const late = stand({ cases: [{ ...case_, due_at: past }], needsHealth: true });
      expect(late).toEqual({ kind: `${status}_late`, action: 'answer_health' });
    },
  );

  test('the dashboard asks for the birth date before the health questions, until the plan is signed', () => {
    const asks = { photos: three, needsBirthDate: true, needsHealth: true };
    expect(stand({ ...asks, cases: [aCase('received')] })).toEqual({ kind: 'received', action: 'give_birth_date' });
    expect(stand({ ...asks, cases: [aCase('in_review')], needsHealth: false }).action).toBe('give_birth_date');
    expect(stand({ ...asks, cases: [aCase('published')] }).action).toBe('see_simulation');
  });

  test('patients are not asked about their health before they send photos or after the signature', () => {
    expect(stand({ needsHealth: true }).action).toBe('take_photos');
    expect(stand({ photos: three, needsHealth: true }).action).toBe('answer_health');
    expect(stand({ cases: [aCase('published')], needsHealth: true }).action).toBe('see_simulation');
  });

  test('photos that a doctor requested come before the health questions, and pause the delivery time', () => {
    const photo_request = { poses: ['front' as const], reason: 'blurred' as const, note: '', requested_at: past };
    const cases = [{ ...aCase('in_review', past), photo_request }];
    expect(stand({ cases, needsHealth: true })).toEqual({ kind: 'photos_asked', action: 'none' });
    expect(stand({ cases, needsBirthDate: true })).toEqual({ kind: 'photos_asked', action: 'give_birth_date' });
  });

  test('the newest case determines the headline', () => {
    expect(stand({ cases: [aCase('in_review'), aCase('published')] }).kind).toBe('in_review');
  });

  test('after a withdrawn case a new consent can be given, and then a new case can begin', () => {
    const cases = [aCase('withdrawn')];
    expect(stand({ cases, hasConsent: false })).toEqual({ kind: 'withdrawn', action: 'agree' });
    expect(stand({ cases, photos: three }).kind).toBe('opening');
  });

  test('after a withdrawn case and a new consent, an older signed case determines the headline', () => {
    const cases = [aCase('withdrawn'), aCase('published')];
    const published = { kind: 'published', action: 'see_simulation' };
    expect(stand({ cases, photos: three })).toEqual(published);
    expect(stand({ cases, photos: three, hasConsent: false }).kind).toBe('withdrawn');
    const redo = { ...aCase('withdrawn'), published_at: past };
    expect(stand({ cases: [redo, aCase('published')], photos: three })).toEqual(published);
  });

  test('the headline of an earlier case links back to the newest one', () => {
    expect(stand({ cases: [aCase('in_review'), aCase('published')], isEarlier: true })).toEqual({
      kind: 'earlier',
      action: 'to_newest',
    });
  });

  test('a broken signature is shown instead of any other state', () => {
    expect(stand({ cases: [aCase('in_review')], isEarlier: true, isIntact: false }).kind).toBe('seal_broken');
  });
});
