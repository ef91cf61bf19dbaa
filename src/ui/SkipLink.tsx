/** A link to a part of the page, which only the keyboard reaches and shows. */
export function SkipLink({ href, children }: { href: `#${string}`; children: string }) {
  return (
    <a
      href={href}
      className="absolute start-2 top-2 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2 font-semibold text-accent-on focus:translate-y-0"
    >
      {children}
    </a>
  )
}
