import { startSharedBackend } from '../support/shared-backend.ts'

/** A backend with the demo data, whose directory is closed. The files that import it share its data. */
export const local = await startSharedBackend()
