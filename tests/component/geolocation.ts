import { vi } from 'vitest'

type Ask = (onSuccess: PositionCallback, onError: PositionErrorCallback) => void

/** Replaces the browser's geolocation until `vi.unstubAllGlobals`. Returns how often a position was requested. */
export function stubGeolocation(ask: Ask, permission: PermissionState = 'prompt') {
  const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>((onSuccess, onError) =>
    ask(onSuccess, onError ?? (() => {})),
  )
  const replaced = {
    geolocation: { getCurrentPosition },
    permissions: { query: async () => ({ state: permission }) },
  }
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (target, name) => Reflect.get(name in replaced ? replaced : target, name),
    }),
  )
  return getCurrentPosition
}

const unknown = { altitude: null, altitudeAccuracy: null, heading: null, speed: null }
const toJSON = () => null

export const createPosition = (latitude: number, longitude: number): GeolocationPosition => ({
  coords: { latitude, longitude, accuracy: 1000, ...unknown, toJSON },
  timestamp: 0,
  toJSON,
})

export const createPositionError = (code: number): GeolocationPositionError => ({
  code,
  message: '',
  PERMISSION_DENIED: 1,
  POSITION_UNAVAILABLE: 2,
  TIMEOUT: 3,
})
