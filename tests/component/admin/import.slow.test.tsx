import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fieldNames } from '../../../src/features/community/fields.ts'
import { toCsv } from '../../../src/features/import-export/csv.ts'
import { addGroup, createCommunity, newInviteLink, stockPhoto } from '../../support/communities.ts'
import { createSecretClient } from '../../support/users.ts'
import { interceptRequests } from '../requests.ts'
import { openApp } from '../whole-app.tsx'
import { chooseTool } from './manage.ts'
import { admin, clearQueue, owner, uniqueName } from './queue.ts'

const secret = createSecretClient()
const readOwn = async (owner_id: string) => {
  const own = secret.from('communities').select('*, groups:community_groups (name)')
  return (await own.eq('owner_id', owner_id).order('whatsapp_link').throwOnError()).data
}
const clear = () => secret.from('communities').delete().eq('owner_id', admin.id).throwOnError()
afterEach(async () => {
  await clear()
  await clearQueue()
})

const headers = ['Name', 'Description', 'Location', 'Category', 'Languages', 'WhatsApp link']
const newCells = (name = uniqueName('Imported'), link = newInviteLink()) => [
  name,
  'We swim.',
  'Cape Town',
  'Sports',
  'en',
  link,
]
const toFile = (rows: string[][], name = 'rows.csv') => new File([toCsv(headers, rows)], name)

async function openImport(user: Awaited<ReturnType<typeof openApp>>) {
  await chooseTool(user, 'Import CSV')
  const dialog = within(await screen.findByRole('dialog', { name: 'Import communities' }))
  const choose = async (file: File, label = 'Choose a CSV file') =>
    user.upload(await dialog.findByLabelText(label), file)
  const importAll = async (label: string) =>
    user.click(await dialog.findByRole('button', { name: label }))
  const listRows = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  return { user, dialog, choose, importAll, listRows }
}

/** Returns the next file that the page saves. */
function captureFile() {
  const saved: Blob[] = []
  const spy = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:saved'
  })
  // happy-dom would leave the page.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return async () => {
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1))
    spy.mockRestore()
    click.mockRestore()
    return new File(saved, 'export.csv')
  }
}

test('an export can be imported into an empty directory, and gives the same communities', async () => {
  const { id } = await createCommunity(owner, {
    name: '=1+1; "quoted", and more',
    description: "Surf,\n\n- '=swim'\n- and \t eat",
    location: 'Bali',
    languages: ['id', 'nb', 'en'],
    join_type: 'request',
    member_count: 1200,
    category: 'Tours & Adventure',
  })
  await addGroup(owner, id, 'Early, birds').throwOnError()
  await addGroup(owner, id, '@late').throwOnError()
  await createCommunity(owner, { location: null, requested_place: 'Lisbon, Portugal' })
  const approved = { status: 'approved', image_url: `${stockPhoto}?w=1200&q=80` } as const
  await addGroup(owner, (await createCommunity(owner, approved)).id, 'Late; later').throwOnError()
  const content = async (owner_id: string) =>
    (await readOwn(owner_id)).map((community) => ({
      ...Object.fromEntries(fieldNames.map((name) => [name, community[name]])),
      groups: community.groups.map(({ name }) => name).toSorted(),
    }))
  const exported = await content(owner.id)

  const user = await openApp(admin, `/admin?owner=${owner.id}`)
  const saved = captureFile()
  await screen.findByRole('table', { name: 'Communities' })
  await chooseTool(user, 'Export CSV')
  const file = await saved()
  await clearQueue()
  const { choose, importAll } = await openImport(user)
  await choose(file)
  await importAll('Import 3 communities')
  expect(await screen.findByText('3 communities imported')).toBeVisible()
  expect(await content(admin.id)).toEqual(exported)
  expect(new Set((await readOwn(admin.id)).map(({ status }) => status))).toEqual(
    new Set(['pending']),
  )
})

test('the preview lists problems first, and only the other rows are imported', async () => {
  const listed = await createCommunity(owner)
  const rows = [
    newCells(uniqueName('Good')),
    newCells('Listed', listed.whatsapp_link),
    newCells('Nowhere').with(3, 'Yoga'),
    // Only the database knows who uploaded an image.
    newCells('Foreign image'),
  ]
  const image = `${location.origin}/storage/v1/object/public/community-images/${crypto.randomUUID()}/1763600000000-compressed.jpg`
  const file = new File(
    [
      toCsv(
        [...headers, 'Image', 'Rating'],
        rows.map((row, index) => [...row, index === 3 ? image : '', '5']),
      ),
    ],
    'mixed.csv',
  )
  const { user, dialog, choose, importAll, listRows } = await openImport(
    await openApp(admin, '/admin?view=all'),
  )
  await choose(file)
  expect(await dialog.findByText('Columns that are not imported: Rating')).toBeVisible()
  expect(
    await dialog.findByText(
      '1 community ready to import, 2 rows with problems, 1 row already listed',
    ),
  ).toBeVisible()
  expect(listRows()[0]).toContain('Unknown category: Yoga')
  await user.click(dialog.getByRole('button', { name: /^Skipped/ }))
  expect(listRows()).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: /^Problems/ }))
  await importAll('Import 1 community')
  expect(
    await dialog.findByText('1 community imported, 2 rows with problems, 1 row already listed'),
  ).toBeVisible()
  expect((await readOwn(admin.id)).map(({ name }) => name)).toEqual([rows[0]?.[0]])

  const saved = captureFile()
  await user.click(dialog.getByRole('button', { name: 'Download problems' }))
  const text = await (await saved()).text()
  expect(text).toContain('Category: Unknown category: Yoga')
  await choose(new File([text.replace('Yoga', 'Culture')], 'corrected.csv'), 'Choose another file')
  await importAll('Import 1 community')
  expect(await dialog.findByText('1 community imported, 1 row with a problem')).toBeVisible()
  await user.click(dialog.getByText('Close'))
  expect(await screen.findByText('Nowhere')).toBeVisible()

  // The corrected file is another import.
  const again = (await openImport(user)).dialog
  await again.findByText('Imports that wait for review')
  expect(again.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^corrected\.csv.*, 1 of 1 community to review$/),
    expect.stringMatching(/^mixed\.csv.*, 1 of 1 community to review$/),
  ])
})

test('a file in another encoding is read as the admin chooses', async () => {
  const [name, link] = [uniqueName('Море'), newInviteLink()]
  const csv = toCsv(headers, [newCells(name, link)])
  // Windows-1251 has the Russian letters in the order of Unicode.
  const bytes = Uint8Array.from(csv, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x80 ? code : code - 0x350
  })
  const { user, dialog, choose, importAll } = await openImport(
    await openApp(admin, '/admin?view=all'),
  )
  await choose(new File([bytes], 'russian.csv'))
  const notice = await dialog.findByRole('alert')
  expect(notice).toHaveTextContent("This file isn't UTF-8")
  expect(notice).toHaveTextContent(/Row 2:\s*Ìîðå /)
  const encoding = dialog.getByLabelText('Encoding')
  expect(encoding).toHaveValue('windows-1252')
  await user.selectOptions(encoding, 'Windows-1251 (Cyrillic)')
  await waitFor(() => expect(notice).toHaveTextContent(name))
  await importAll('Import 1 community')
  expect(await dialog.findByText('1 community imported')).toBeVisible()
  expect(await readOwn(admin.id)).toMatchObject([{ name, whatsapp_link: link }])
})

test('the preview shows which places an import asks for', async () => {
  const { dialog, choose, listRows } = await openImport(await openApp(admin, '/admin?view=all'))
  await choose(toFile([newCells('Here'), newCells('Inland').with(2, 'Ubud')]))
  await dialog.findByText('2 communities ready to import')
  expect(dialog.getByText('1 new place: Ubud')).toBeVisible()
  expect(listRows()[0]).not.toContain('Will ask')
  expect(listRows()[1]).toContain('Will ask for the place Ubud')
})

test('a row that was rejected before is not called listed', async () => {
  const rejected = await createCommunity(owner, { status: 'rejected' })
  const { dialog, choose, listRows } = await openImport(await openApp(admin, '/admin?view=all'))
  await choose(toFile([newCells('Again', rejected.whatsapp_link)]))
  expect(await dialog.findByText('1 row rejected before')).toBeVisible()
  expect(listRows()[0]).toMatch(/Rejected before$/)
  expect(dialog.queryByText(/Already listed/)).toBeNull()
})

test('an import continues after a lost response and after it was stopped, without duplicates', async () => {
  const rows = Array.from({ length: 130 }, () => newCells())
  const { user, dialog, choose, importAll, listRows } = await openImport(
    await openApp(admin, '/admin?view=all'),
  )
  await choose(toFile(rows))
  const label = 'Import 130 communities'
  await dialog.findByRole('button', { name: label })
  await dialog.findByText('130 communities ready to import')
  expect(listRows()).toHaveLength(20)
  // Stores the rows, but loses the response.
  const lost = interceptRequests(/rpc\/import_communities/, async (forward) => {
    await forward()
    throw new TypeError('Failed to fetch')
  })
  await importAll(label)
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    /^Failed to import communities: We couldn't reach the service/,
  )
  lost.restore()
  let calls = 0
  let release = () => {}
  const held = interceptRequests(/rpc\/import_communities/, async (forward) => {
    calls += 1
    if (calls === 2) await new Promise<void>((resolve) => (release = resolve))
    return forward()
  })
  await importAll(label)
  expect(await dialog.findByText('Imported 100 of 130')).toBeVisible()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  release()
  held.restore()
  expect(
    await dialog.findByText('100 communities imported, 30 communities ready to import'),
  ).toBeVisible()
  await importAll('Import 30 communities')
  expect(await dialog.findByText('130 communities imported')).toBeVisible()
  expect(await readOwn(admin.id)).toHaveLength(130)
})

test('a wrong file is explained, and another one can be chosen or dropped', async () => {
  const { dialog, choose } = await openImport(await openApp(admin, '/admin?view=all'))
  await choose(new File(['PK\u0003\u0004'], 'table.csv'))
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^This isn't a CSV file/)
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { files: [toFile([newCells()], 'dropped.csv')] },
  })
  window.dispatchEvent(drop)
  expect(drop.defaultPrevented).toBe(true)
  expect(await dialog.findByText('dropped.csv')).toBeVisible()
  expect(await dialog.findByRole('button', { name: 'Import 1 community' })).toBeVisible()
})
