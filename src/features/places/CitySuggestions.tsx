import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { RetryButton } from '../../ui/Feedback.tsx'
import { formatCount, formatCountOf } from '../../ui/format.ts'
import { citiesByFirstLetter, type City, maxSuggestions, suggestCities } from './cities.ts'
import { plainName } from './city-files.ts'
import { countryName } from './countries.ts'

type Props = { text: string; countryCode: string; onChoose: (city: City) => void }

/** Lists the cities of the GeoNames data that match a name. Loads the data when there is a name. */
export function CitySuggestions({ text, countryCode, onChoose }: Props) {
  const cities = useQuery({ ...citiesByFirstLetter(text), enabled: plainName(text).length >= 2 })
  const { shown, total } = suggestCities(cities.data ?? [], text, countryCode)

  if (cities.isError) {
    return (
      <p
        role="status"
        className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft"
      >
        <span>Couldn't load the city data.</span>
        <RetryButton query={cities} />
      </p>
    )
  }
  return (
    <div className="space-y-1">
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {cities.isLoading
          ? 'Loading cities...'
          : total > maxSuggestions
            ? `${formatCount(total)} cities match. Add a comma and the country to see fewer.`
            : total > 0 && `${formatCountOf(total, 'city matches', 'cities match')}.`}
      </p>
      {shown.length > 0 && (
        <ul
          aria-label="Suggestions"
          className="overflow-hidden rounded-lg border border-line bg-paper/60 py-1"
        >
          {shown.map((city) => (
            <li key={`${city.countryCode} ${city.name} ${city.latitude} ${city.longitude}`}>
              <button
                type="button"
                className="flex w-full items-baseline gap-2 px-3 py-1.5 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
                onClick={() => onChoose(city)}
              >
                <MapPin aria-hidden="true" className="size-4 shrink-0 self-center text-clay" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" translate="no" className="font-semibold">
                    {city.name}
                  </span>
                  <span>{`, ${countryName(city.countryCode)}`}</span>
                </span>{' '}
                <span className="shrink-0 text-xs text-ink-soft tabular-nums">
                  {`${city.latitude.toFixed(2)}, ${city.longitude.toFixed(2)}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The attribution that the license of the city data requires. */
export function CityDataCredit() {
  return (
    <p className="text-xs text-ink-soft">
      <span>City data:</span> <CreditLink href="https://www.geonames.org">GeoNames</CreditLink>{' '}
      <CreditLink href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</CreditLink>
    </p>
  )
}

function CreditLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded-sm underline underline-offset-4"
    >
      {children}
    </a>
  )
}
