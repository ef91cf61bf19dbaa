import { useState } from 'react'
import { usePlaces } from './directory-counts.ts'
import { type DirectoryFilter, getViewUrl } from './directory-view.ts'
import { WorldMapInView } from './map/WorldMapInView.tsx'

type Props = {
  filter: DirectoryFilter
  /** The current name of the place in the filter, if there is one. */
  selected: string | null
  /** Whether the links keep the map in view. */
  keepsMap?: boolean
}

/** The places with communities that match the filter, as links on a map. */
export function DirectoryMap({ filter, selected, keepsMap = false }: Props) {
  const [isInView, setIsInView] = useState(false)
  const places = usePlaces(filter, { enabled: isInView })

  return (
    <WorldMapInView
      places={places.data}
      selected={selected}
      hrefOf={(place) => getViewUrl({ ...filter, place, map: keepsMap })}
      onInView={() => setIsInView(true)}
      failure={
        places.isError
          ? { isRetrying: places.isFetching, onRetry: () => void places.refetch() }
          : undefined
      }
    />
  )
}
