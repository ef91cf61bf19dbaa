/** The arm of a signpost as a speech bubble, the same drawing as public/logo.svg. */
export function LogoMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path
        d="M17.5 5.5a2.5 2.5 0 0 1 5 0V37h-5zM11 35.4h18a1.6 1.6 0 0 1 0 3.2H11a1.6 1.6 0 0 1 0-3.2z"
        fill="var(--color-clay)"
      />
      <path
        d="M7.5 8h19.2c.8 0 1.6.3 2.2.9l6.2 5.9c.8.8.8 2 0 2.8l-6.2 5.9c-.6.6-1.4.9-2.2.9H16l-5.2 4.9c-.7.6-1.8.1-1.8-.8v-4.2H7.5A3.5 3.5 0 0 1 4 20.8v-9.3A3.5 3.5 0 0 1 7.5 8z"
        fill="var(--color-accent)"
      />
      <g fill="var(--color-on-accent)">
        <circle cx="12" cy="16.2" r="1.9" />
        <circle cx="19" cy="16.2" r="1.9" />
        <circle cx="26" cy="16.2" r="1.9" />
      </g>
    </svg>
  )
}
