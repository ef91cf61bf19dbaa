import { createResponse } from '../../_shared/http.ts'

/** Runs a job and responds with its result. Logs each run as one line: the job, its result or error, and how long it took. */
export async function runJob(job: string, work: () => Promise<object>): Promise<Response> {
  const start = performance.now()
  const log = (outcome: object) =>
    console.info(JSON.stringify({ job, ms: Math.round(performance.now() - start), ...outcome }))
  try {
    const result = await work()
    log(result)
    return createResponse(result)
  } catch (error) {
    log({ error: error instanceof Error ? error.message : error })
    throw error
  }
}
