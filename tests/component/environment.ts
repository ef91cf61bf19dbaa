import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { 'happy-dom': happyDom } = builtinEnvironments

/**
 * The DOM of happy-dom with Node's network: like a browser, happy-dom's own `fetch` may not send the secret key that
 * tests use to prepare their data.
 */
const environment: Environment = {
  ...happyDom,
  name: 'happy-dom-with-network',
  async setup(global: typeof globalThis, options) {
    const { fetch, Request, Response, Headers, FormData, AbortController, AbortSignal } = global
    const { Blob, File, URL, URLSearchParams } = global
    const network = { fetch, Request, Response, Headers, FormData, AbortController, AbortSignal }
    const environmentReturn = await happyDom.setup(global, options)
    Object.assign(global, network, { Blob, File, URL, URLSearchParams })
    return environmentReturn
  },
}

export default environment
