/**
 * A whole number with its thousands set apart: '1,024'. Not `toLocaleString`, whose first call holds up a
 * slow phone for a sixth of a second while the browser loads its tables of all languages.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
