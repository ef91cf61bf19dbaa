/** Where the processes of a run on the real services find the server that the run has started. */
export const clusterVariable = 'REAL_SERVICES'

export const isOnRealServices = process.env[clusterVariable] !== undefined

/** The tests that only the embedded backend can pass, and why. The real services run all others. */
export const embeddedOnly: Record<string, string> = {
  'tests/database/embedded.slow.test.ts':
    'its data folder, which a PostgreSQL server does not have',
  'tests/database/embedded-gateway.test.ts': 'its own gateway, which refuses what would stop it',
}

/** The slow tests that need no embedded backend. */
export const slowOnRealServices = [
  'tests/database/directory-search.slow.test.ts',
  'tests/database/doctor.slow.test.ts',
  'tests/database/permissions/postgres.slow.test.ts',
  'tests/database/races.slow.test.ts',
  'tests/database/storage-service.slow.test.ts',
]
