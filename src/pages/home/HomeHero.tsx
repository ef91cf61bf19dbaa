import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useRef, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { brand } from '../../app/brand.ts'
import { cleanLine } from '../../lib/clean-text.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { HomeScene } from '../../ui/HomeScene.tsx'
import { controlClass } from '../../ui/Select.tsx'
import { countsQuery } from '../../features/directory/directory-queries.ts'
import { getViewUrl, noFilter } from '../../features/directory/directory-view.ts'
import { NearMeButton, usePosition } from '../../features/directory/near/position.tsx'

/** On a phone the scene is below the text, in a wide window behind it. */
export function HomeHero() {
  const { data: counts } = useQuery(countsQuery(noFilter))
  const isListed = (place: string) => counts?.locations.some(({ name }) => name === place)

  return (
    <div className="relative isolate overflow-hidden border-b border-line bg-linear-to-b from-paper to-(--art-sky) lg:h-[33rem]">
      <div
        className={cx(
          'mx-auto flex w-full max-w-6xl flex-col items-center px-4 pt-9 text-center sm:px-6 sm:pt-14 lg:items-start lg:pt-20 lg:text-start',
          // The scene behind it has links.
          'lg:pointer-events-none lg:*:pointer-events-auto',
        )}
      >
        <h1 className="max-w-xl text-4xl font-semibold tracking-tight text-balance sm:text-6xl">
          {brand.tagline}
        </h1>
        <p className="mt-4 max-w-lg text-lg text-balance sm:text-xl">
          WhatsApp communities for travellers and digital nomads, each reviewed before it is listed.
        </p>
        <div className="mt-7 flex w-full max-w-xl flex-wrap justify-center gap-2">
          <SearchForm />
          <FindNearMe />
        </div>
      </div>
      <HomeScene
        signClassName="lg:translate-x-[290px] lg:rtl:-translate-x-[290px]"
        getLink={(place) => (isListed(place) ? getViewUrl({ location: place }) : null)}
        className="h-56 w-full max-lg:mt-2 sm:h-72 lg:absolute lg:inset-0 lg:-z-10 lg:h-full"
      />
    </div>
  )
}

/** A real form, so that the browser can submit it before the app has started. */
function SearchForm() {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(getViewUrl({ search: cleanLine(input.current?.value ?? '') }))
  }

  return (
    <form
      role="search"
      action="/communities"
      className="relative flex grow basis-64 gap-2"
      onSubmit={submit}
    >
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
        <input
          dir="auto"
          ref={input}
          type="search"
          name="q"
          maxLength={100}
          aria-label="Search communities"
          placeholder="Surfing, Bali..."
          className={cx(controlClass, 'min-h-12 rounded-xl! pl-11 text-base! shadow-card')}
        />
      </div>
      <Button type="submit" className="min-h-12! rounded-xl!">
        Search
      </Button>
    </form>
  )
}

/** Opens the list, which reports a failure. */
function FindNearMe() {
  const navigate = useNavigate()
  const { locate } = usePosition()
  return (
    <NearMeButton
      onPress={() => {
        locate()
        void navigate(getViewUrl({ near: true }))
      }}
      className="min-h-12! rounded-xl! noscript:hidden"
    />
  )
}
