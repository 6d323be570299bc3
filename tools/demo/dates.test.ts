import { expect, test } from 'vitest';
import { demoAppointments } from './appointment-stories.ts';
import { posts } from './community-posts.ts';
import { DAYS_SINCE_START, members, patients, staff } from './people.ts';
import { photoDays, scoresOfMonths } from './progress-content.ts';

const HOUR_MS = 3_600_000;
const hoursSince = (moment: Date | undefined): number => (Date.now() - (moment?.getTime() ?? Date.now())) / HOUR_MS;

test('a demo patient with a case requests appointments only after sending photos', () => {
  const early = demoAppointments.filter(({ email, hoursAgo }) => {
    const patient = patients.find(({ account }) => account.email === email);
    return patient !== undefined && hoursAgo > patient.hoursSinceReceipt;
  });
  expect(early).toEqual([]);
  expect(demoAppointments.length).toBeGreaterThan(5);
});

test('nothing happens in the demo before its people have accounts', () => {
  const first = Math.max(...demoAppointments.map(({ hoursAgo }) => hoursAgo), ...posts.map(({ hoursAgo }) => hoursAgo));
  const oldest = 24 * Math.max(...photoDays, ...scoresOfMonths.map(({ days }) => days));
  for (const { created_at } of [...members, staff.admin, staff.doctor, staff.colleague])
    expect(hoursSince(created_at)).toBeGreaterThan(Math.max(first, oldest, 9 * 30 * 24));
  expect(hoursSince(patients[0]?.account.created_at)).toBeGreaterThan(oldest);
  expect(DAYS_SINCE_START * 24).toBeGreaterThan(oldest);
});
