/**
 * Returns the path of a community's static page. Every shared link has it, because it has a link preview; the app replaces
 * it with its own URL (src/app/static/inline-script.ts). The same as in emails: a test compares both.
 */
export const getCommunityPath = (id: string) => `/communities/${id}/`
