/** Where the processes of a run on the real services find the server that the run has started. */
export const clusterVariable = 'REAL_SERVICES'

export const isOnRealServices = process.env[clusterVariable] !== undefined

/** The tests that only the embedded backend can pass, and why. The real services run all others. */
export const embeddedOnly: Record<string, string> = {
  'tests/database/embedded.test.ts': 'its data folder, which a PostgreSQL server does not have',
  'tests/database/embedded-gateway.test.ts': 'its own gateway, which refuses what would stop it',
}

/** Of the exhaustive tests, those that need no embedded backend. */
export const exhaustiveOnRealServices = [
  'tests/database/directory-search.test.ts',
  'tests/database/doctor.test.ts',
  'tests/database/permissions/postgres.test.ts',
  'tests/database/races.test.ts',
  'tests/database/storage-service.test.ts',
]
