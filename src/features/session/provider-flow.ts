import { parseObject, readTabItem } from '../../lib/browser-storage.ts'
import { readText } from '../../lib/read-property.ts'

/*
 * A sign-in with Google or Apple leaves this site and returns to it. Visitors do not load the rest, which is in
 * sign-in/providers.ts and sign-in/provider-return.ts.
 */

/** Marks the URL of the return, with the id of the flow. */
export const flowParameter = 'provider-flow'

/** The flow that this tab has started: other tabs and other sites cannot complete it. */
export const flowKey = 'community-app-provider-flow'

/** Returns the flow that a URL returns from, or null if this tab has not started it. */
export function readReturningFlow(search: string): object | null {
  const id = new URLSearchParams(search).get(flowParameter)
  const flow = parseObject(readTabItem(flowKey))
  return id && readText(flow, 'id') === id ? flow : null
}
