import type { Page } from '@playwright/test'
import { localPublishableKey } from '../../supabase/local/data-folder.ts'
import { addCommunity, addReport, type Backend, lucaId } from '../../tooling/journeys/demo-rows.ts'
import { expect } from './fixtures.ts'

/** Text without spaces, nearly as long as each field allows, in the widest letters. */
export const word = {
  community: (name: string) => `${name}${'W'.repeat(70)}`,
  owner: 'M'.repeat(60),
  email: `${'m'.repeat(60)}@${'w'.repeat(60)}.example`,
  text: 'W'.repeat(400),
  line: 'W'.repeat(90),
}

/** Adds an owner with long words in every field, and communities of theirs in every status. */
export async function addLongWords(page: Page, backend: Backend) {
  const { driver } = backend.connection
  const response = await page.request.post('/auth/v1/signup', {
    headers: { apikey: localPublishableKey },
    data: { email: word.email, password: 'correct-horse-7', data: { name: word.owner } },
  })
  expect(response.status(), await response.text()).toBe(200)
  // `openAs` signs in with the password of the demo data.
  await driver.query(
    `update auth.users set encrypted_password = demo.encrypted_password
     from auth.users as demo where demo.id = $1 and users.email = $2`,
    [lucaId, word.email],
  )
  const profileEmail = `profile-${word.email}`
  const { rows } = await driver.query<{ id: string }>(
    `update public.profiles set name = $1, email = $2, phone = repeat('0', 20) || ' ext. 1234567', address = $3,
       country = $4, interests = array[$4, $4]
     where sign_in_email = $5 returning id`,
    [word.owner, profileEmail, 'W'.repeat(250), word.line, word.email],
  )
  const owner = rows[0]?.id
  if (!owner) throw new Error('The owner has no profile')

  const add = async (name: string, community: object = {}) => {
    const id = await addCommunity(backend, { name: word.community(name), owner, ...community })
    await driver.query('update public.communities set description = $1 where id = $2', [
      word.text,
      id,
    ])
    await driver.query('insert into public.community_groups (community_id, name) values ($1, $2)', [
      id,
      word.line,
    ])
    return id
  }
  await add('New')
  await add('Twin')
  await add('Changed', {
    status: 'approved',
    held: { name: word.community('Held'), description: `${word.text}V` },
  })
  const live = await add('Live', { status: 'approved' })
  await addReport(backend, live, { reason: 'other', comment: word.text })
  await driver.query(
    `update public.communities set groups_changed_at = now(), approved_groups = '["Before"]'
     where id = $1`,
    [live],
  )
  const hidden = await add('Hidden', { status: 'approved' })
  await driver.query(
    `insert into public.community_blocks (community_id, kind, reason) values ($1, 'admin', $2)`,
    [hidden, word.text],
  )
  const rejected = await add('Rejected', { status: 'rejected' })
  await driver.query(
    `insert into public.appeals (community_id, decision, decided_at, message) values ($1, 'rejected', now(), $2)`,
    [rejected, word.text],
  )
  const resubmitted = await add('Resubmitted')
  await driver.query('update public.communities set rejection_reason = $1 where id = $2', [
    word.text,
    rejected,
  ])
  await driver.query('update public.communities set rejected_version = $1 where id = $2', [
    JSON.stringify({ name: word.community('Before'), rejection_reason: word.text }),
    resubmitted,
  ])
  return { owner, live }
}
