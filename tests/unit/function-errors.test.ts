import { expect, test, vi } from 'vitest'
import { HttpError, withErrors } from '../../supabase/functions/_shared/http.ts'

test('an edge function shows its own errors, and no others', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const call = async (error: Error) => {
    const handle = withErrors(() => Promise.reject(error))
    const response = await handle(new Request('https://project.example/functions/v1/admin'))
    return [response.status, await response.json()]
  }
  expect(await call(new HttpError(403, 'Only an admin may do that.'))).toEqual([
    403,
    { error: 'Only an admin may do that.' },
  ])
  expect(await call(new Error('password authentication failed for user "postgres"'))).toEqual([
    500,
    { error: 'Something went wrong on our side. Please try again.' },
  ])
  expect(log).toHaveBeenCalledOnce()
})
