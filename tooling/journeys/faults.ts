import type { Page, Route } from '@playwright/test'

/** A failure of a call. */
export interface Fault {
  name: string
  apply: (route: Route, page: Page) => Promise<void>
  /** Restores the connection. */
  recover?: (page: Page) => Promise<void>
  /** The call succeeds late. */
  isSlow?: boolean
}

const respond =
  (status: number, code: string): Fault['apply'] =>
  (route) =>
    route.fulfill({
      status,
      headers: { 'access-control-expose-headers': 'x-total-count' },
      // Each service reports errors in its own fields.
      json: {
        code,
        error_code: code,
        message: serviceMessage,
        msg: serviceMessage,
        error: serviceMessage,
      },
    })

const gatewayStatuses = [502, 503, 504]

/** Responds with HTML, and with each status in turn. */
const respondAsGateway: Fault['apply'] = (route) => {
  const status = gatewayStatuses.shift() ?? 502
  gatewayStatuses.push(status)
  return route.fulfill({
    status,
    contentType: 'text/html',
    body: `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`,
  })
}

/** Distinguishes the service's message from the page's own. */
export const serviceMessage = 'Message of the service'

/** Failures of a single call. The app handles them in one place for all calls. */
const failures: readonly Fault[] = [
  { name: '500', apply: respond(500, 'XX000') },
  { name: '401, expired token', apply: respond(401, 'PGRST301') },
  {
    name: 'offline',
    apply: async (route, page) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    },
    recover: (page) => page.context().setOffline(false),
  },
  { name: '403', apply: respond(403, '42501') },
  { name: '409', apply: respond(409, '40001') },
  { name: 'gateway error page', apply: respondAsGateway },
  { name: '429', apply: respond(429, 'over_request_rate_limit') },
  { name: 'dropped connection', apply: (route) => route.abort('connectionreset') },
]

const delay: Fault = { name: '30 s delay', apply: (route) => route.continue(), isSlow: true }

/** Returns what to do to a call: one of the failures, so that each is tested with several calls, and sometimes a delay. */
export const selectFaults = (callNumber: number): Fault[] => [
  ...failures.filter((_failure, index) => index === callNumber % failures.length),
  ...(callNumber % 4 === 0 ? [delay] : []),
]
