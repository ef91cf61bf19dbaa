import type { Locator } from '@playwright/test'

interface Values {
  name: string
  description?: string
  location?: string
  language?: string
  memberCount?: string
  whatsAppLink?: string
}

/** Returns an invite link that no other community has. */
const newInviteLink = () =>
  `https://chat.whatsapp.com/${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`

/** Fills in a new community, with a stock photo, and consents to publishing it. */
export async function fillCommunity(form: Locator, values: Values): Promise<void> {
  const { name, description = 'A test description.', location = 'Bali', language = 'en' } = values
  await form.getByLabel('Community Name').fill(name)
  await form.getByRole('textbox', { name: 'Description' }).fill(description)
  await form.getByLabel('Location').selectOption(location)
  await form.getByLabel('Language of the description').selectOption(language)
  await form.getByLabel('Category').selectOption('Culture')
  await form.getByLabel('Current Member Count').fill(values.memberCount ?? '7')
  await form.getByLabel('WhatsApp Link').fill(values.whatsAppLink ?? newInviteLink())
  await form.getByRole('button', { name: 'Use a stock photo' }).click()
  await form.getByRole('checkbox').check()
}
