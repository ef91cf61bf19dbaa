import { UserError } from '../../../supabase/errors.ts'

/* The check of a provider, in its documented API, which both share. Loaded only if the build has a captcha. */

type Widget = {
  render: (element: HTMLElement, options: Record<string, unknown>) => string
  execute: (id: string) => unknown
  remove: (id: string) => void
}

declare global {
  interface Window {
    turnstile?: Widget
    hcaptcha?: Widget
    onCaptchaLoad?: () => void
  }
}

export const captchaScripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
}

/** In milliseconds. */
const maxLoadTime = 20_000

const notLoaded =
  "We couldn't load the check that you are a person. Check your connection, or allow it in your content blocker, and try again."
const failed = "We couldn't check that you are a person. Try again."

let loading: Promise<Widget> | null = null

/** Loads the script once. After a failure, the next call tries again. */
export function loadWidget(provider: keyof typeof captchaScripts): Promise<Widget> {
  loading ??= loadScript(provider).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function loadScript(provider: keyof typeof captchaScripts): Promise<Widget> {
  const script = document.createElement('script')
  script.src = `${captchaScripts[provider]}?render=explicit&onload=onCaptchaLoad`
  let timer
  try {
    await new Promise<void>((resolve, reject) => {
      window.onCaptchaLoad = resolve
      script.addEventListener('error', reject)
      timer = setTimeout(reject, maxLoadTime)
      document.head.append(script)
    })
    const widget = window[provider]
    if (widget) return widget
  } catch {
    script.remove()
  } finally {
    clearTimeout(timer)
    delete window.onCaptchaLoad
  }
  throw new UserError(notLoaded, { code: 'captcha_not_loaded' })
}

type Check = {
  provider: keyof typeof captchaScripts
  siteKey: string
  /** Where the provider asks the user, if it has to. */
  place: HTMLElement
  /** Called when it begins to ask, and when it has finished. */
  onAsk: (isAsking: boolean) => void
}

/** Returns a token, which the service accepts once. Most users are asked nothing. */
export async function fetchToken({ provider, siteKey, place, onAsk }: Check): Promise<string> {
  const widget = await loadWidget(provider)
  const element = document.createElement('div')
  element.id = `captcha-${crypto.randomUUID()}`
  place.append(element)
  let id = ''
  try {
    return await new Promise<string>((resolve, reject) => {
      const ask = () => onAsk(true)
      const fail = (cause: unknown) => reject(new UserError(failed, { cause }))
      id = widget.render(element, {
        sitekey: siteKey,
        callback: resolve,
        'error-callback': fail,
        ...(provider === 'turnstile'
          ? {
              appearance: 'interaction-only',
              size: 'flexible',
              'before-interactive-callback': ask,
              'timeout-callback': fail,
            }
          : {
              size: 'invisible',
              // Outside the dialog, it could not be pressed.
              'challenge-container': element.id,
              'open-callback': ask,
              'close-callback': fail,
              'chalexpired-callback': fail,
            }),
      })
      if (provider === 'hcaptcha') widget.execute(id)
    })
  } finally {
    onAsk(false)
    if (id) widget.remove(id)
    element.remove()
  }
}
