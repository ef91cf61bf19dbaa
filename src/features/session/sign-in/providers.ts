import {
  parseObject,
  readTabItem,
  removeTabItem,
  writeTabItem,
} from '../../../lib/browser-storage.ts'
import { toOwnPath } from '../../../lib/own-path.ts'
import { readProperty } from '../../../lib/read-property.ts'
import { createSeparateClient } from '../../../supabase/client.ts'
import { UserError } from '../../../supabase/errors.ts'
import { flowKey, flowParameter } from '../provider-flow.ts'
import { parseRequest, readOpenRequest, readPageBelow } from '../sign-in-request.ts'

/** The companies whose accounts can sign in. */
export const providerNames = { google: 'Google', apple: 'Apple' }

export type Provider = keyof typeof providerNames

export const providers: Provider[] = ['google', 'apple']

export const isProvider = (name: unknown): name is Provider =>
  typeof name === 'string' && Object.hasOwn(providerNames, name)

/** A flow leaves this site to sign in, or to link an account of a company to the signed-in user. */
type FlowKind = 'sign-in' | 'link'

/**
 * Stores where the user continues after the return.
 *
 * @returns its id and the URL of the return, on the current page
 * @throws UserError if the browser stores nothing
 */
export function storeFlow(kind: FlowKind, provider: Provider): { id: string; returnUrl: string } {
  const id = crypto.randomUUID()
  const flow = { id, kind, provider, page: readPageBelow(), request: readOpenRequest() }
  const text = JSON.stringify(flow)
  writeTabItem(flowKey, text)
  if (readTabItem(flowKey) !== text) {
    throw new UserError('Your browser stores nothing for this site, which this needs.')
  }
  const { origin, pathname } = window.location
  return { id, returnUrl: `${origin}${pathname}?${flowParameter}=${id}` }
}

/** Removes the flow of this tab and returns it. */
export function takeFlow() {
  const stored = parseObject(readTabItem(flowKey))
  removeTabItem(flowKey)
  const provider = readProperty(stored, 'provider')
  if (!stored || !isProvider(provider)) return null
  return {
    provider,
    page: toOwnPath(readProperty(stored, 'page')) ?? '/',
    request: parseRequest(readProperty(stored, 'request')),
  }
}

/** Creates a client for a flow. This tab keeps the flow's secret (PKCE), and nothing else. */
export function createFlowClient(id: string) {
  const storageKey = `${flowKey}-${id}`
  return createSeparateClient({
    flowType: 'pkce',
    persistSession: true,
    storageKey,
    storage: {
      getItem: readTabItem,
      // The client stores a secret for each of several flows, too. This one has a single flow.
      setItem: (key, value) => {
        if (key === `${storageKey}-code-verifier`) writeTabItem(key, value)
      },
      removeItem: removeTabItem,
    },
  })
}
