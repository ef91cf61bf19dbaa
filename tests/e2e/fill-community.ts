import { fileURLToPath } from 'node:url'
import { expect, type Locator } from '@playwright/test'

const photo = fileURLToPath(new URL('../fixtures/phone-photo.jpg', import.meta.url))

type Values = {
  name: string
  description: string
  location: string
  category: string
  memberCount: string
  whatsAppLink: string
}

/** Fills in the required fields of a new community, with a photo, and consents to publishing it. */
export async function fillCommunity(dialog: Locator, values: Values): Promise<void> {
  await dialog.getByLabel('Community Name').fill(values.name)
  await dialog.getByRole('textbox', { name: 'Description' }).fill(values.description)
  await dialog.getByLabel('Location').selectOption(values.location)
  await dialog.getByLabel('Language of the description').selectOption('en')
  await dialog.getByLabel('Category').selectOption(values.category)
  await dialog.getByLabel('Current Member Count').fill(values.memberCount)
  await dialog.getByLabel('WhatsApp Link').fill(values.whatsAppLink)
  await dialog.locator('input[type=file]').setInputFiles(photo)
  await expect(dialog.getByText(/^Image compressed to [\d.]+MB/)).toBeVisible()
  await dialog.getByRole('checkbox').check()
}
