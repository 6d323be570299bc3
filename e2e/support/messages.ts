import { expect, type Page, type Route } from '@playwright/test';

/** Expects the page to show exactly this text. */
export const says_that = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** Replaces the service's response to a call. */
export const answer = (page: Page, path: string, status: number, json: object) =>
  page.route(path, (route: Route) => route.fulfill({ status, json }));
