import { MemoryRouter } from 'react-router-dom'
import { WorldMap } from '../../../src/routes/directory/map/WorldMap.tsx'
import { Chapter } from './Sample.tsx'

const rows: [name: string, country: string, latitude: number, longitude: number, count: number][] =
  [
    ['Cape Town', 'South Africa', -33.92, 18.42, 100],
    ['Canggu', 'Indonesia', -8.65, 115.13, 42],
    ['Medellín', 'Colombia', 6.24, -75.58, 31],
    ['Ubud', 'Indonesia', -8.51, 115.26, 17],
    ['Zürich', 'Switzerland', 47.37, 8.54, 9],
    ['Koh Phangan', 'Thailand', 9.74, 100.03, 1],
  ]

const places = rows.map(([name, country, latitude, longitude, communities]) => ({
  name,
  country,
  latitude,
  longitude,
  communities,
  is_at_least: communities === 100,
}))

export function Maps() {
  return (
    <Chapter title="World map">
      <MemoryRouter>
        <WorldMap places={places} selected="Medellín" hrefOf={() => '/'} />
      </MemoryRouter>
    </Chapter>
  )
}
