import { useEffect, useEffectEvent } from 'react'
import { type DirectoryView, useDirectoryView } from '../directory-view.ts'
import { usePosition } from './usePosition.ts'

/**
 * Sorts the list by distance while the URL says `near`. A shared link or a reload does not make the browser ask for the
 * position: without permission, the list is then sorted as usual until the visitor presses the button.
 */
export function useNearMe() {
  const { view: requested, showNear } = useDirectoryView()
  const { position, isLocating, failure, locate, locateIfAllowed } = usePosition()
  const isOn = requested.near && (position !== null || isLocating)
  const view: DirectoryView = { ...requested, near: isOn }

  const resume = useEffectEvent(() => {
    if (!position && !isLocating && !failure) void locateIfAllowed()
  })
  useEffect(() => {
    if (requested.near) resume()
  }, [requested.near])

  return {
    view,
    /** Null unless the list is sorted by distance. */
    position: isOn ? position : null,
    isLocating: isOn && !position,
    failure: requested.near ? failure : null,
    toggle: () => {
      if (isOn) return showNear(false)
      if (!requested.near) showNear(true)
      return locate()
    },
  }
}
