import { useEffect, useRef, useState } from 'react'

/* The check that a visitor is a person (docs/deployment.md). Without the settings, nothing of it is loaded. */

const importWidget = () => import('./captcha-widget.ts')

function readSettings() {
  const { VITE_CAPTCHA_PROVIDER: provider, VITE_CAPTCHA_SITE_KEY: siteKey } = import.meta.env
  return provider && siteKey ? { provider, siteKey } : null
}

export const hasCaptcha = (): boolean => readSettings() !== null

/** The place in the open dialog. */
let shown: { place: HTMLElement; onAsk: (isAsking: boolean) => void } | null = null

/**
 * Returns the options for a call of the auth service that it may refuse to bots. Each call needs its own, because a token
 * works once and soon expires.
 *
 * @throws UserError when the check was not loaded or failed
 */
export async function captchaOptions(): Promise<{ captchaToken?: string }> {
  const settings = readSettings()
  if (!settings || !shown) return {}
  const place = shown
  const { fetchToken } = await importWidget()
  return { captchaToken: await fetchToken({ ...settings, ...place }) }
}

/** Where the provider may ask the user. Loads its script, so that it is there when a form is submitted. */
export function Captcha() {
  return hasCaptcha() ? <CaptchaPlace /> : null
}

function CaptchaPlace() {
  const place = useRef<HTMLDivElement>(null)
  const [isAsking, setIsAsking] = useState(false)

  useEffect(() => {
    const settings = readSettings()
    if (!settings || !place.current) return undefined
    shown = { place: place.current, onAsk: setIsAsking }
    // Submitting a form tries again, and reports a failure.
    importWidget()
      .then(({ loadWidget }) => loadWidget(settings.provider))
      .catch(() => undefined)
    return () => {
      shown = null
    }
  }, [])

  useEffect(() => {
    if (isAsking) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsking])

  return (
    <div className={isAsking ? 'mb-4 space-y-2' : undefined}>
      <p role="status">{isAsking && 'Please confirm that you are a person.'}</p>
      <div ref={place} />
    </div>
  )
}
