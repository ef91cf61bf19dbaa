/** The environment variable with the cluster that `tooling/real-services/run.ts` has started, as JSON. */
export const clusterVariable = 'REAL_SERVICES'

export const isOnRealServices = process.env[clusterVariable] !== undefined
