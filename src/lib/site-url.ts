/** The URL of the deployed site, if the build was given one. */
export const siteUrl = import.meta.env.VITE_SITE_URL

/** Returns the URL of a path on the deployed site, or the path if the site's URL is not configured. */
export const toSiteUrl = (path: string): string => (siteUrl ? new URL(path, siteUrl).href : path)
