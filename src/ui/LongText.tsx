type Props = { label: string; children: string }

/** A text that others wrote. A long one scrolls, so that the buttons below it stay close to its beginning. */
export function LongText({ label, children }: Props) {
  // More than a phone shows without scrolling. Safari does not make a scrolling element focusable by itself.
  const isLong = children.length > 200 || children.split('\n').length > 6
  return (
    <p
      dir="auto"
      {...(isLong && { role: 'group', 'aria-label': label, tabIndex: 0 })}
      className="max-h-36 max-w-prose overflow-y-auto wrap-anywhere whitespace-pre-line sm:max-h-64"
    >
      {children}
    </p>
  )
}
