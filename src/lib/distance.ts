/** A point on the globe, in degrees. */
export type Coordinates = { latitude: number; longitude: number }

const earthRadiusInKm = 6371

const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance between two points along the surface of the earth, in kilometers (haversine formula). */
export function distanceInKm(a: Coordinates, b: Coordinates): number {
  const halfHeight = Math.sin(toRadians(b.latitude - a.latitude) / 2)
  const halfWidth = Math.sin(toRadians(b.longitude - a.longitude) / 2)
  const chord =
    halfHeight ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * halfWidth ** 2
  return 2 * earthRadiusInKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}
