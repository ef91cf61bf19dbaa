import { useState } from 'react'
import { usePlaces } from './directory-counts.ts'
import type { DirectoryFilter } from './directory-view.ts'
import { WorldMapInView } from './map/WorldMapInView.tsx'

type Props = {
  filter: DirectoryFilter
  /** The current name of the place in the filter, if there is one. */
  selected: string | null
  /** Returns the URL of the communities in a place. */
  hrefOf: (place: string) => string
}

/** The places with communities that match the filter, as links on a map. */
export function DirectoryMap({ filter, selected, hrefOf }: Props) {
  const [isInView, setIsInView] = useState(false)
  const places = usePlaces(filter, { enabled: isInView })

  return (
    <WorldMapInView
      places={places.data}
      selected={selected}
      hrefOf={hrefOf}
      onInView={() => setIsInView(true)}
      failure={
        places.isError
          ? { isRetrying: places.isFetching, onRetry: () => void places.refetch() }
          : undefined
      }
    />
  )
}
