import { queryOptions, useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Coordinates } from '../../../lib/distance.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { directoryCache } from '../directory-cache.ts'

/** The visitor's position, shared by the list and the map. It stays in memory: it is not sent or stored. */
const positionQuery = queryOptions({
  queryKey: ['position'],
  queryFn: locate,
  // Only after the visitor presses a button: the browser may ask for permission.
  enabled: false,
  retry: false,
  staleTime: Infinity,
})

/** Returns the position once it is known, and functions that find it. */
export function usePosition() {
  // The map's tests render it without a provider of the cache.
  const { data, error, isFetching, refetch } = useQuery(positionQuery, directoryCache)
  const find = () => void refetch({ cancelRefetch: false })
  return {
    position: error ? null : (data ?? null),
    isLocating: isFetching,
    /** What to do if the position is unknown. */
    failure: isFetching ? null : (error?.message ?? null),
    locate: find,
    /** Finds the position unless the browser would ask for permission. */
    locateIfAllowed: async () => {
      if (await isPositionAllowed()) find()
    },
  }
}

/**
 * Asks the browser for the position.
 *
 * @throws an error whose message says what the visitor can do
 */
function locate(): Promise<Coordinates> {
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
async function isPositionAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

type Props = Omit<ComponentProps<typeof Button>, 'icon' | 'onClick'> & { onPress: () => void }

export function NearMeButton({ className, onPress, ...rest }: Props) {
  return (
    <Button
      variant="secondary"
      icon={LocateFixed}
      className={cx(
        'shrink-0 aria-[pressed=true]:border-accent! aria-[pressed=true]:bg-accent-soft! aria-[pressed=true]:text-accent-ink!',
        className,
      )}
      // The second click of a double-click would undo the first.
      onClick={({ detail }) => detail < 2 && onPress()}
      {...rest}
    >
      Near me
    </Button>
  )
}
