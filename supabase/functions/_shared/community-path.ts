/** The path of a community's static page, which has a link preview. The same as in src/features/community/community-path.ts. */
export const getCommunityPath = (id: string) => `/communities/${id}/`
