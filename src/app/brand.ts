/** The product's name, contact address and price. Some files in public/ and index.html repeat the name. */
export const brand = {
  name: 'Waypost',
  tagline: 'Find your people, wherever you land.',
  contactEmail: 'hello@waypost.example',
  /** In US dollars. */
  proPricePerMonth: 99,
} as const
