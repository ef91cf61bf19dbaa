import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readText } from '../../../src/lib/read-property.ts'
import { readEmailedCode } from '../../support/emails.ts'
import { createUser } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { choosePassword, fillIn, findDialog, renderApp, status } from './app.tsx'

/* A stand-in for the providers' scripts, with their documented API. The embedded auth service ignores the tokens. */

type Options = { sitekey: string; callback: (token: string) => void } & Record<string, unknown>

const tokens = vi.fn<(options: Options) => string>()
const widget = {
  render: vi.fn<(element: HTMLElement, options: Options) => string>((_element, options) => {
    queueMicrotask(() => options.callback(tokens(options)))
    return 'widget'
  }),
  execute: vi.fn<(id: string) => void>(),
  remove: vi.fn<(id: string) => void>(),
}

let isBlocked = false
const scripts: string[] = []

/** The `security` part of each call of the auth service. */
const sent: string[] = []

beforeEach(() => {
  isBlocked = false
  scripts.length = 0
  sent.length = 0
  let count = 0
  tokens.mockImplementation(() => `token ${(count += 1)}`)
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes
    if (!(script instanceof HTMLScriptElement)) return append(...nodes)
    scripts.push(script.src)
    if (isBlocked) return void script.dispatchEvent(new Event('error'))
    vi.stubGlobal('turnstile', widget)
    vi.stubGlobal('hcaptcha', widget)
    return window.onCaptchaLoad?.()
  })
  interceptRequests(
    /auth\/v1\/(otp|token|signup|recover|verify)/,
    (forward, _url, _h, _m, body) => {
      const { gotrue_meta_security: security }: Record<string, unknown> = JSON.parse(body)
      sent.push(readText(security, 'captcha_token'))
      return forward()
    },
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  vi.stubEnv('VITE_CAPTCHA_PROVIDER', undefined)
  vi.stubEnv('VITE_CAPTCHA_SITE_KEY', undefined)
})

const configure = (provider: string) => {
  vi.stubEnv('VITE_CAPTCHA_PROVIDER', provider)
  vi.stubEnv('VITE_CAPTCHA_SITE_KEY', 'site-key')
}

async function openSignIn() {
  const { user } = renderApp()
  await user.click(screen.getByRole('button', { name: 'Open sign-in' }))
  await findDialog('Sign in')
  return user
}

const enterEmail = async () => {
  const email = `${crypto.randomUUID()}@example.com`
  await fillIn({ 'Your email': email })
  return email
}

test('without the setting, nothing is loaded and no token is sent', async () => {
  const user = await openSignIn()
  await enterEmail()
  await user.keyboard('{Enter}')
  await findDialog('Check your email')
  expect(scripts).toEqual([])
  expect(sent).toEqual([''])
})

test('a blocked script is explained when the form is sent, which tries again and keeps the email', async () => {
  configure('turnstile')
  isBlocked = true
  const user = await openSignIn()
  const email = await enterEmail()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "We couldn't load the check that you are a person. Check your connection, or allow it in your content blocker, and try again.",
  )
  expect(screen.getByLabelText('Your email')).toHaveValue(email)
  expect(sent).toEqual([])
  isBlocked = false
  await user.click(screen.getByRole('button', { name: 'Email me a code' }))
  await findDialog('Check your email')
  expect(sent).toEqual(['token 1'])
  expect(document.querySelector('script[src*="turnstile"]')).toBeNull()

  // A code is not a way for bots: the service asks for no token.
  await fillIn({ Code: await readEmailedCode(email) })
  await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
  expect(sent).toEqual(['token 1', ''])
})

test('every attempt has a token of its own: passwords, new accounts and recovery', async () => {
  configure('turnstile')
  const { email, password } = await createUser()
  sent.length = 0
  const user = await openSignIn()
  await choosePassword()
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }))
  await fillIn({ Email: email })
  await user.keyboard('{Enter}')
  await findDialog('Check your email')
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }))
  await choosePassword()
  await user.click(screen.getByRole('button', { name: 'Create an account' }))
  await fillIn({ Name: 'Ada', Email: email, Password: password })
  await user.keyboard('{Enter}')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await fillIn({ Password: 'wrong-horse-7' })
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent("don't match")
  await fillIn({ Password: password })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(status()).toHaveTextContent('signed-in'))
  expect(sent).toEqual(['token 1', 'token 2', 'token 3', 'token 4'])
  expect(tokens.mock.calls.map(([{ sitekey }]) => sitekey)).toEqual(Array(4).fill('site-key'))
  expect(widget.remove).toHaveBeenCalledTimes(4)
})

test('a check that fails, and a token that the service refuses, keep the form', async () => {
  configure('turnstile')
  const user = await openSignIn()
  const email = await enterEmail()
  widget.render.mockImplementationOnce((_element, { 'error-callback': fail }) => {
    if (typeof fail === 'function') fail('300010')
    return 'widget'
  })
  await user.keyboard('{Enter}')
  expect(
    await screen.findByText("We couldn't check that you are a person. Try again."),
  ).toBeVisible()
  const refusal = interceptRequests(/otp/, () =>
    Response.json({ code: 'captcha_failed', error_code: 'captcha_failed' }, { status: 400 }),
  )
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/a person. Reload the page and try again/)).toBeVisible()
  refusal.restore()
  expect(screen.getByLabelText('Your email')).toHaveValue(email)
})

test('hCaptcha asks inside the dialog, and closing its question ends the attempt', async () => {
  configure('hcaptcha')
  vi.resetModules()
  const { fetchToken } = await import('../../../src/features/session/sign-in/captcha-widget.ts')
  const place = document.createElement('div')
  const onAsk = vi.fn<(isAsking: boolean) => void>()
  const check = { provider: 'hcaptcha', siteKey: 'site-key', place, onAsk } as const
  expect(await fetchToken(check)).toBe('token 1')
  expect(scripts).toEqual([expect.stringContaining('https://js.hcaptcha.com/1/api.js')])
  expect(widget.execute).toHaveBeenCalledWith('widget')
  widget.render.mockImplementationOnce((element, options) => {
    expect(element.parentElement).toBe(place)
    expect(options['challenge-container']).toBe(element.id)
    for (const name of ['open-callback', 'close-callback']) {
      const callback = options[name]
      if (typeof callback === 'function') callback()
    }
    return 'widget'
  })
  await expect(fetchToken(check)).rejects.toThrow("We couldn't check that you are a person")
  expect(onAsk.mock.calls).toEqual([[false], [true], [false]])
  expect(place).toBeEmptyDOMElement()
})
