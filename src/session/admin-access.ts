import { createContext, useContext } from 'react'

/** Asks the database once more whether the person is an admin; ends their access if not. */
export const AdminAccessContext = createContext<() => void>(() => undefined)

/** For the admin screen, to call after a failure: the reason may be that the flag was taken away. */
export const useRecheckAdmin = () => useContext(AdminAccessContext)
