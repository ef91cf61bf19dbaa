import { smallVersionOf } from '../../../src/features/community/images.ts'
import type { LocalSupabase } from '../../../supabase/local/start.ts'
import { newInviteLink } from '../../support/communities.ts'
import { createTestClient } from '../../support/users.ts'
import type { HttpAccess } from './http-access.ts'
import { suspend, userOf } from './users.ts'
import type { Role } from '../../../tooling/permission-matrix.ts'
import { makeRow } from './subjects.ts'
import { type Findings, tryActions } from './try-cells.ts'

const bucket = 'community-images'
let last = Date.now()
const newName = (folder: string) => `${folder}/${(last += 1)}-compressed.jpg`

/** Tries every operation on the owner's images as every role, and reads the results from the bucket. */
export async function tryImages(local: LocalSupabase, access: HttpAccess): Promise<Findings> {
  const { users, request, sql } = access
  const folderOf = async ({ id }: { id: string }) => {
    const { rows } = await sql.query('select image_folder from public.profiles where id = $1', [id])
    // A deleted user has no folder.
    return rows[0] ? String(rows[0]['image_folder']) : id
  }
  const folder = await folderOf(users.owner)
  const stored = createTestClient(local.secretKey, local.url).storage.from(bucket)
  const make = async () => {
    const name = newName(folder)
    const { error } = await stored.upload(name, 'original', { contentType: 'image/jpeg' })
    if (error) throw error
    return name
  }
  const referToImage = async (name: string) => {
    const id = await makeRow(sql, users, 'communities')
    const { publicUrl } = stored.getPublicUrl(name).data
    await sql.query('update public.communities set image_url = $2 where id = $1', [id, publicUrl])
  }
  /** Returns the content; undefined if the file does not exist. */
  const content = async (name: string) => (await stored.download(name)).data?.text()
  const send = (role: Role, method: string, path: string, body: unknown) =>
    request(role, `/storage/v1/object${path}`, {
      method,
      headers: { 'content-type': typeof body === 'string' ? 'image/jpeg' : 'application/json' },
      body:
        typeof body === 'string' ? new Blob([body], { type: 'image/jpeg' }) : JSON.stringify(body),
    })
  const remove = async (role: Role, name: string) => {
    await send(role, 'DELETE', `/${bucket}`, { prefixes: [name] })
    return (await content(name)) === undefined
  }
  const ownFolder = (role: Role) =>
    folderOf(role === 'no key' || role === 'anonymous' ? users.stranger : userOf(users, role))

  return tryActions({
    'images: view': async (role) => {
      const path = `/storage/v1/object/public/${bucket}/${await make()}`
      return (await request(role, path)).ok
    },
    'images: list': async (role) => {
      const name = await make()
      const answer = await send(role, 'POST', `/list/${bucket}`, { prefix: folder })
      return (await answer.text()).includes(name.split('/')[1] ?? name)
    },
    'images: add': async (role) => {
      const name = newName(folder)
      await send(role, 'POST', `/${bucket}/${name}`, 'added')
      return (await content(name)) === 'added'
    },
    'images: add a small version later': async (role) => {
      const name = smallVersionOf(await make())
      await send(role, 'POST', `/${bucket}/${name}`, 'added')
      return (await content(name)) !== undefined
    },
    'images: replace': async (role) => {
      const name = await make()
      await send(role, 'PUT', `/${bucket}/${name}`, 'swapped')
      await request(role, `/storage/v1/object/${bucket}/${name}`, {
        method: 'POST',
        headers: { 'x-upsert': 'true', 'content-type': 'image/jpeg' },
        body: new Blob(['swapped'], { type: 'image/jpeg' }),
      })
      return (await content(name)) !== 'original'
    },
    'images: move': async (role) => {
      const name = await make()
      await send(role, 'POST', '/move', {
        bucketId: bucket,
        sourceKey: name,
        destinationKey: newName(await ownFolder(role)),
      })
      return (await content(name)) === undefined
    },
    'images: delete one in use': async (role) => {
      const name = await make()
      await referToImage(name)
      return remove(role, name)
    },
    'images: delete an unused one': async (role) => remove(role, await make()),
  })
}

/** Calls the edge functions and the admin API of the auth service as every role. */
export async function tryServices(access: HttpAccess): Promise<Findings> {
  const { request, sql, users } = access
  const addUser = async (isAdmin: boolean) => {
    const { id } = await access.signUp()
    await sql.query('update public.profiles set is_admin = $2 where id = $1', [id, isAdmin])
    return id
  }
  const isGone = async (id: string) =>
    (await sql.query('select 1 from auth.users where id = $1', [id])).rows.length === 0
  const deleteUser = async (role: Role, userId: string, table?: string) => {
    const body = JSON.stringify({ userId })
    await request(role, '/functions/v1/delete-user', { method: 'POST', body, table })
    return isGone(userId)
  }
  // The owner is deleted before.
  const deleteAsSuspended = async () => {
    const { id, token } = await access.signUp()
    await suspend(sql, id)
    await request('anonymous', '/functions/v1/delete-user', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ userId: id }),
    })
    return isGone(id)
  }
  const listsUsers = async (role: Role, path: string) => {
    const answer = await request(role, path)
    return (await answer.text()).includes(users.owner.id)
  }

  const canCall = async (role: Role, path: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) }
    return (await request(role, `/functions/v1/admin/${path}`, init)).ok
  }

  const findings = await tryActions({
    'functions/admin/users': (role) => listsUsers(role, '/functions/v1/admin/users'),
    'functions/admin/collect-images': (role) => canCall(role, 'collect-images', {}),
    'functions/admin/check-links': (role) => canCall(role, 'check-links', {}),
    'functions/admin/check-links: one link': async (role) =>
      canCall(role, 'check-links', { community: await makeRow(sql, users, 'communities') }),
    'functions/admin/check-new-link': async (role) => {
      await sql.query('delete from private.link_checks')
      return canCall(role, 'check-new-link', { link: newInviteLink() })
    },
    'functions/admin/check-own-link': async (role) => {
      const community = await makeRow(sql, users, 'approved communities')
      await sql.query('delete from private.link_checks')
      return canCall(role, 'check-own-link', { community })
    },
    'functions/admin/send-emails': (role) => canCall(role, 'send-emails', {}),
    'functions/delete-user: another user': async (role) => deleteUser(role, await addUser(false)),
    'functions/delete-user: an admin': async (role) => deleteUser(role, await addUser(true)),
    'auth/admin/users: list': (role) => listsUsers(role, '/auth/v1/admin/users'),
    'auth/admin/users: delete': async (role) => {
      const id = await addUser(false)
      await request(role, `/auth/v1/admin/users/${id}`, { method: 'DELETE' })
      return isGone(id)
    },
  })
  // Last, because it deletes users.
  const ownAccount = await tryActions({
    'functions/delete-user: own account': (role) =>
      role === 'no key' || role === 'anonymous'
        ? Promise.resolve(false)
        : role === 'deleted user'
          ? request(role, '/functions/v1/delete-user', {
              method: 'POST',
              body: JSON.stringify({ userId: users[role].id }),
            }).then(({ ok }) => ok)
          : role === 'owner at aal1' || role === 'owner at aal2'
            ? // The owner is already deleted.
              deleteUser(role, users.profileless.id, 'missing profile')
            : role === 'suspended owner'
              ? deleteAsSuspended()
              : deleteUser(role, users[role].id),
  })
  return new Map([...findings, ...ownAccount])
}
