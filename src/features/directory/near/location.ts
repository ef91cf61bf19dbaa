import type { Coordinates } from '../../../lib/distance.ts'

/**
 * Asks the browser for the position.
 *
 * @throws an error whose message says what the visitor can do
 */
export function locate(): Promise<Coordinates> {
  return new Promise((resolve, reject) => {
    // Insecure pages have no geolocation.
    if (!('geolocation' in navigator)) throw new Error(unavailableMessage)
    // The browser's own timeout starts after the visitor has answered its question.
    const timer = setTimeout(() => reject(new Error(unansweredMessage)), answerTimeoutMs)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        clearTimeout(timer)
        resolve({ latitude, longitude })
      },
      (error) => {
        clearTimeout(timer)
        reject(new Error(describeFailure(error)))
      },
      // The nearest city does not change in five minutes.
      { timeout: 10_000, maximumAge: 5 * 60_000 },
    )
  })
}

/** Longer than reading the browser's question and finding the position usually take together. */
const answerTimeoutMs = 30_000

const unansweredMessage =
  'Your browser asks whether this site may use your location. Allow it, then try again, or choose a place.'
const unavailableMessage =
  "Your device couldn't find its location. Turn on location services and try again, or choose a place."

function describeFailure({ code }: GeolocationPositionError): string {
  // Some browsers omit the constants: 1 is PERMISSION_DENIED, 3 is TIMEOUT.
  if (code === 1)
    return "Your location isn't shared with this site. Allow it in your browser's settings for this site, then try again."
  if (code === 3) return 'Finding your location took too long. Try again in a moment.'
  return unavailableMessage
}

/** Whether the browser reveals the position without asking. Some browsers do not tell. */
export async function isLocationAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
