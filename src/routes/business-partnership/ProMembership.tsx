import { brand } from '../../brand.ts'

export function ProMembership() {
  return (
    <section
      aria-labelledby="pro-membership"
      className="relative overflow-hidden rounded-2xl bg-accent px-6 py-6 text-accent-on"
    >
      {/* Contour lines, as on a hiking map. */}
      <span
        aria-hidden="true"
        className="absolute -top-10 -right-10 size-52 bg-current mask-[url(/contours.svg)] opacity-25"
      />
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
