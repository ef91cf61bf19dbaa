import type { Locator } from '@playwright/test'

interface Values {
  name: string
  description?: string
  location?: string
  requestedPlace?: string
  language?: string
  otherLanguage?: string
  memberCount?: string
  whatsAppLink?: string
  host?: { name: string; intro: string }
}

/** Returns an invite link that no other community has. */
const newInviteLink = () =>
  `https://chat.whatsapp.com/${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`

/** Fills in the first two steps of a new community, and opens the last one. */
export async function fillFirstSteps(form: Locator, values: Values): Promise<void> {
  const { name, description = 'A test description.', location = 'Bali', language = 'en' } = values
  await form.getByLabel('WhatsApp Link').fill(values.whatsAppLink ?? newInviteLink())
  await form.getByLabel('Community Name').fill(name)
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('textbox', { name: 'Description' }).fill(description)
  await form.getByLabel('Location').selectOption(location)
  if (values.requestedPlace) {
    await form.getByRole('textbox', { name: 'Place and country' }).fill(values.requestedPlace)
  }
  await form.getByLabel('Category').selectOption('Culture')
  await form.getByLabel('Language of the description').selectOption(language)
  if (values.otherLanguage) {
    await form.getByLabel('Another language (optional)').selectOption(values.otherLanguage)
  }
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByText('Step 3 of 3').waitFor()
}

/** Fills in a new community, whose stock photo it keeps, and consents to publishing it. */
export async function fillCommunity(form: Locator, values: Values): Promise<void> {
  await fillFirstSteps(form, values)
  await form.getByLabel('Current Member Count').fill(values.memberCount ?? '7')
  if (values.host) {
    await form.getByRole('button', { name: 'Show a host' }).click()
    await form.getByLabel('Name of the host').fill(values.host.name)
    await form.getByLabel('One sentence about the host').fill(values.host.intro)
  }
  await form.getByRole('checkbox').check()
}
