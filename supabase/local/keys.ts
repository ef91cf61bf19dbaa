/** Meant to be public; the secret key is made anew for each data folder. */
export const localPublishableKey = 'sb_publishable_local_development_only'
