import { brand } from '../../brand.ts'

export function ProMembership() {
  return (
    <section
      aria-labelledby="pro-membership"
      className="relative overflow-hidden rounded-2xl bg-accent px-6 py-6 text-accent-on"
    >
      {/* Contour lines, as on a hiking map. */}
      <svg
        viewBox="0 0 200 200"
        aria-hidden="true"
        className="absolute -top-10 -right-10 size-52 opacity-25"
      >
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          <path d="M100 88c10-6 24-2 26 10s-8 22-20 22-24-6-24-16 10-12 18-16z" />
          <path d="M96 68c22-10 46 0 50 24s-14 46-40 46-48-12-46-34 18-28 36-36z" />
          <path d="M92 48c34-14 68 2 74 38s-22 70-60 70-70-20-68-54 26-42 54-54z" />
          <path d="M88 28c46-18 90 4 98 52s-30 94-80 94-92-28-90-74 34-56 72-72z" />
          <path d="M84 8c58-22 112 6 122 66s-38 118-100 118S-8 156-6 98 36 28 84 8z" />
        </g>
      </svg>
      <h2 id="pro-membership" className="text-lg font-semibold">
        Pro Membership
      </h2>
      <p className="mt-1 font-display text-4xl font-semibold">
        ${brand.proPricePerMonth}
        <span className="text-xl">/month</span>
      </p>
      <p className="mt-2 max-w-[26ch]">
        Full access to all features and unlimited community partnerships
      </p>
    </section>
  )
}
