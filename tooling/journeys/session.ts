import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { signIn } from './sign-in.ts'
import { accountMenu, button, dialog, either, type Journey, next, rest, run } from './journey.ts'

const signOut = async (page: Page) => {
  await rest(page)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await button(page, 'Sign in').click()
}

/** Opens the profile of Luca, whose session an earlier turn of the journey may have ended. */
const openOwnProfile = async (page: Page) => {
  await page.goto('/profile')
  const asked = page.getByRole('dialog', { name: 'Sign in' })
  await expect(asked.or(accountMenu(page))).toBeVisible()
  if (await asked.isVisible()) await signIn(page, 'luca@example.com')
}

const signInButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Sign in' })

export const sessionJourneys: readonly Journey[] = [
  {
    name: 'creating an account',
    open: async (page) => {
      await signOut(page)
      await button(page, 'Create an account').click()
      run.current = `person-${next()}@example.com`
      await dialog(page).getByLabel('Name').fill('Somebody')
      await dialog(page).getByLabel('Email').fill(run.current)
      await dialog(page).getByLabel('Password', { exact: true }).fill('correct-horse-7')
    },
    act: (page) => button(page, 'Create account').click(),
    done: accountMenu,
    says: either('could not create your account'),
    kept: (page) => expect(dialog(page).getByLabel('Email')).toHaveValue(run.current),
  },
  {
    name: 'signing in',
    open: async (page) => {
      await signOut(page)
      await dialog(page).getByLabel('Email').fill('mei@example.com')
      await dialog(page).getByLabel('Password', { exact: true }).fill('travel-together')
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click(),
    done: accountMenu,
    says: either('could not sign you in'),
    kept: (page) => expect(dialog(page).getByLabel('Email')).toHaveValue('mei@example.com'),
  },
  {
    name: 'asking for a new password',
    open: async (page) => {
      await signOut(page)
      await button(page, /forgot/i).click()
      await dialog(page).getByLabel('Email').fill('mei@example.com')
    },
    act: (page) => button(page, 'Send the link').click(),
    done: (page) => dialog(page).getByText(/we have sent a link/),
    says: either('could not send the link'),
    kept: (page) => expect(dialog(page).getByLabel('Email')).toHaveValue('mei@example.com'),
  },
  {
    name: 'signing out',
    as: 'luca@example.com',
    open: async (page) => {
      await openOwnProfile(page)
      await accountMenu(page).click()
    },
    act: (page) => page.getByRole('menuitem', { name: 'Sign out' }).click(),
    // Here it succeeds in every case; that the service was not reached is said besides.
    done: signInButton,
    says: either('You are signed out here'),
  },
  {
    name: 'signing out everywhere',
    as: 'luca@example.com',
    open: async (page) => {
      await openOwnProfile(page)
      await button(page, 'Sign out everywhere').click()
    },
    act: (page) =>
      dialog(page)
        .getByRole('button', { name: /^(Sign out everywhere|Try again)$/ })
        .click(),
    done: signInButton,
    says: either('Could not sign you out everywhere'),
  },
]
