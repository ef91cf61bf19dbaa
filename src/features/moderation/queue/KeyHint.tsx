import { createContext, useContext } from 'react'
import { Kbd } from '../../../ui/Badge.tsx'

/** Whether keyboard shortcuts work here, so that buttons show them. */
export const HasShortcuts = createContext(false)

type Props = { children: string }

/** The shortcut of a button, on screens that are likely to have a keyboard. */
export function KeyHint({ children }: Props) {
  const hasShortcuts = useContext(HasShortcuts)
  return (
    hasShortcuts && (
      <span className="max-lg:hidden">
        <Kbd>{children}</Kbd>
      </span>
    )
  )
}
