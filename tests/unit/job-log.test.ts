import { expect, test, vi } from 'vitest'
import { runJob } from '../../supabase/functions/admin/jobs/run-job.ts'

test('a run of a job leaves one line in the log, whether it succeeds or fails', async () => {
  const log = vi.spyOn(console, 'info').mockReturnValue()
  const response = await runJob('send-emails', () => Promise.resolve({ sent: 3, failed: 1 }))
  expect(await response.json()).toEqual({ sent: 3, failed: 1 })
  const failing = runJob('check-links', () => Promise.reject(new Error('timeout')))
  await expect(failing).rejects.toThrow('timeout')
  expect(log.mock.calls.map(([line]): unknown => JSON.parse(String(line)))).toEqual([
    { job: 'send-emails', ms: expect.any(Number), sent: 3, failed: 1 },
    { job: 'check-links', ms: expect.any(Number), error: 'timeout' },
  ])
})
