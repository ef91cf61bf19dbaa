import { brand } from './brand.ts'

/*
 * The pages of the site. The router, the footer, the build, the size check, Lighthouse, the screenshots and the
 * browser tests read this table; src/app/routes.tsx adds each page's component. Plain data: Node imports it.
 */

export interface Page {
  /** Title of the browser tab and of search results; the site's name follows it. */
  title: string
  /** The text of its h1. */
  heading: string
  /** The sentence below the heading. The route guard shows both while it checks access. */
  lead?: string
  /** Component, and the file that holds it. The build preloads its chunk. */
  screen: string
  /** What the screen loads on demand and shows at once, named like the screen. */
  parts?: readonly string[]
  access: 'everyone' | 'users' | 'admins'
  /** Whether search engines may list the page: if so, it is in the sitemap. */
  isIndexed: boolean
  /** The query with which the build renders the page, if its content depends on the query. */
  query?: string
  /** The text of its link in the footer. */
  footerLink?: string
  /** Gzipped JavaScript of a first visit, in kilobytes of 1,000 bytes. */
  budget: number
}

/** The values that differ in a build with VITE_DIRECTORY=live. */
type LivePage = Omit<Page, 'lead' | 'access'>

const placeholder = {
  title: 'Back Soon',
  heading: 'Back Soon',
  screen: 'HomeScreen',
  access: 'everyone',
  isIndexed: false,
  budget: 110,
} as const

export const pages = definePages({
  '/': {
    ...placeholder,
    live: {
      title: 'WhatsApp communities for travellers',
      heading: brand.tagline,
      screen: 'DirectoryHome',
      isIndexed: true,
      budget: 138,
    },
  },
  '/communities': {
    ...placeholder,
    live: {
      title: 'Communities',
      heading: 'Communities',
      screen: 'CommunitiesScreen',
      parts: ['CommunityList'],
      isIndexed: true,
      query: '',
      footerLink: 'Communities',
      budget: 143,
    },
  },
  '/business-partnership': {
    title: 'Business partnership',
    heading: 'Meet travellers where they already talk',
    screen: 'BusinessPartnershipScreen',
    access: 'everyone',
    isIndexed: true,
    footerLink: 'Business partnership',
    budget: 112,
  },
  '/privacy': {
    title: 'Privacy Policy',
    heading: 'Privacy Policy',
    screen: 'PrivacyScreen',
    access: 'everyone',
    isIndexed: true,
    footerLink: 'Privacy',
    budget: 110,
  },
  '/still-active': {
    title: 'Still active?',
    heading: 'Is your community still active?',
    screen: 'StillActiveScreen',
    access: 'everyone',
    isIndexed: false,
    budget: 110,
  },
  '/unsubscribe': {
    title: 'Unsubscribe',
    heading: 'Unsubscribe from these emails',
    screen: 'UnsubscribeScreen',
    access: 'everyone',
    isIndexed: false,
    budget: 110,
  },
  '/profile': {
    title: 'Profile',
    heading: 'Your profile',
    lead: 'The communities you have listed, their status, and the details of your account.',
    screen: 'ProfileScreen',
    access: 'users',
    isIndexed: false,
    budget: 232,
  },
  '/admin': {
    title: 'Admin Dashboard',
    heading: 'Admin Dashboard',
    screen: 'AdminScreen',
    access: 'admins',
    isIndexed: false,
    budget: 266,
  },
})

export type PagePath = keyof typeof pages

export const isPagePath = (path: string): path is PagePath => Object.hasOwn(pages, path)

export const pagePaths = Object.keys(pages).filter(isPagePath)

/** Returns the pages of a build with the directory closed or live. */
export function listPages({ isLive }: { isLive: boolean }): (Page & { path: PagePath })[] {
  return pagePaths.map((path) => {
    const { live, ...page } = pages[path]
    return { path, ...page, ...(isLive && live) }
  })
}

function definePages<Path extends string>(table: Record<Path, Page & { live?: LivePage }>) {
  return table
}
