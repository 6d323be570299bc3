import { expect, type Page, type Route } from '@playwright/test';

/** A person reads exactly this. */
export const says_that = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** The service's answer, in place of its own. */
export const answer = (page: Page, path: string, status: number, json: object) =>
  page.route(path, (route: Route) => route.fulfill({ status, json }));
