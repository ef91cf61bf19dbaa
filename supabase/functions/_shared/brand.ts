/** What mails say of the product. A test holds it to the pages' own `src/brand.ts`. */
export const brand = {
  name: 'Waypost',
  tagline: 'Find your people, wherever you land.',
  contactEmail: 'hello@waypost.example',
} as const
