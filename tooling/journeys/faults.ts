import type { Page, Route } from '@playwright/test'

/** Each way in which a call can go wrong; `heal` puts the connection right again. */
export interface Fault {
  name: string
  strike: (route: Route, page: Page) => Promise<void>
  heal?: (page: Page) => Promise<void>
  /** The answer comes in the end: nothing failed, it only took long. */
  isSlow?: boolean
}

const answer =
  (status: number, code: string, message: string): Fault['strike'] =>
  (route) =>
    route.fulfill({
      status,
      headers: { 'access-control-expose-headers': 'x-total-count' },
      // Each service has its own shape of an error.
      json: { code, error_code: code, message, msg: message, error: message },
    })

/** 502, 503 and 504 in turn, as HTML. */
const statuses = [502, 503, 504]
const gatewayPage: Fault['strike'] = (route) => {
  const status = statuses.shift() ?? 502
  statuses.push(status)
  return route.fulfill({
    status,
    contentType: 'text/html',
    body: `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`,
  })
}

/** What our own functions would say, to tell their words from those of the page. */
export const serviceWords = 'Said by the service'

export const faults: readonly Fault[] = [
  { name: '500', strike: answer(500, 'XX000', serviceWords) },
  { name: '401, expired token', strike: answer(401, 'PGRST301', serviceWords) },
  { name: '403', strike: answer(403, '42501', serviceWords) },
  { name: '409', strike: answer(409, '40001', serviceWords) },
  { name: '429', strike: answer(429, 'over_request_rate_limit', serviceWords) },
  { name: 'page of a gateway', strike: gatewayPage },
  { name: 'dropped connection', strike: (route) => route.abort('connectionreset') },
  {
    name: 'offline in the middle',
    strike: async (route, page) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    },
    heal: (page) => page.context().setOffline(false),
  },
  { name: '30 s delay', strike: (route) => route.continue(), isSlow: true },
]
