/** The brand in emails. A test compares it with `src/app/brand.ts`. */
export const brand = {
  name: 'Waypost',
  tagline: 'Find your people, wherever you land.',
  contactEmail: 'hello@waypost.example',
} as const
