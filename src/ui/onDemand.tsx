import { useEffect, useRef, useState, type ComponentType } from 'react'
import { sayError } from './say.ts'

type Options<Props> = {
  load: () => Promise<ComponentType<Props>>
  /** Whether it is to be seen with these props; without this it always is. */
  isWanted?: (props: Props) => boolean
  /** Called when it did not arrive, which is said by then; the next time it is asked for again. */
  onFailed: (props: Props) => void
  failure?: string
}

/**
 * A dialog whose code is fetched when it first opens. Not `lazy`: a chunk that does not arrive would
 * take the whole screen down, and `lazy` never asks for it again.
 */
export function onDemand<Props extends object>({
  load,
  isWanted = () => true,
  onFailed,
  failure = 'This dialog did not load. Check your connection and try again.',
}: Options<Props>) {
  let loaded: ComponentType<Props> | null = null

  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded)
    const isNeeded = Part === null && isWanted(props)
    const newest = useRef(props)
    useEffect(() => {
      newest.current = props
    })

    useEffect(() => {
      if (!isNeeded) return undefined
      let gone = false
      load().then(
        (part) => {
          loaded = part
          if (!gone) setPart(() => part)
        },
        () => {
          if (gone) return
          void sayError(failure)
          onFailed(newest.current)
        },
      )
      return () => {
        gone = true
      }
    }, [isNeeded])

    return Part && <Part {...props} />
  }
}
