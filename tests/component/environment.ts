import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { 'happy-dom': happyDom } = builtinEnvironments

/**
 * happy-dom with Node's network. Like a browser, happy-dom's own `fetch` refuses to send the secret key, which tests
 * need to prepare their data.
 */
const environment: Environment = {
  ...happyDom,
  name: 'happy-dom-with-network',
  async setup(global: typeof globalThis, options) {
    const { fetch, Request, Response, Headers, FormData, AbortController, AbortSignal } = global
    const { Blob, File, URL, URLSearchParams } = global
    const network = { fetch, Request, Response, Headers, FormData, AbortController, AbortSignal }
    // Node's own storage, which newer versions have, would replace happy-dom's.
    for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(global, name)
    const environmentReturn = await happyDom.setup(global, options)
    Object.assign(global, network, { Blob, File, URL, URLSearchParams })
    return environmentReturn
  },
}

export default environment
