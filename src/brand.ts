/** What a new owner of this product would rename. */
export const brand = {
  name: 'Waypost',
  tagline: 'Find your people, wherever you land.',
  contactEmail: 'hello@waypost.example',
  /** US dollars a month. */
  proPricePerMonth: 99,
} as const
