import { expect, type Page } from '@playwright/test'
import { readCode, signInButton } from './sign-in.ts'
import {
  accountMenu,
  anyOf,
  button,
  current,
  dialog,
  type Journey,
  nextNumber,
  openStaticFile,
  signInIfNeeded,
} from './journey.ts'

const openSignIn = async (page: Page) => {
  await openStaticFile(page)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('/')
  await button(page, 'Sign in').click()
}

const choosePassword = (page: Page) => button(page, 'Use a password instead').click()

/** Opens Luca's profile. Signs in again, because an earlier run of the journey may have ended the session. */
const openOwnProfile = (page: Page) => signInIfNeeded(page, { account: 'luca@example.com' })

export const sessionJourneys: readonly Journey[] = [
  {
    name: 'requesting a code',
    open: async (page) => {
      await openSignIn(page)
      await dialog(page).getByLabel('Your email').fill('mei@example.com')
    },
    act: (page) => button(page, 'Email me a code').click(),
    success: (page) => dialog(page).getByText('We sent a code to'),
    failure: anyOf("couldn't send the code"),
    expectInputKept: (page) =>
      expect(dialog(page).getByLabel('Your email')).toHaveValue('mei@example.com'),
  },
  {
    name: 'signing in with a code',
    open: async (page, backend) => {
      await openSignIn(page)
      await dialog(page).getByLabel('Your email').fill('mei@example.com')
      await button(page, 'Email me a code').click()
      await expect(dialog(page).getByLabel('Code')).toBeVisible()
      current.value = readCode(backend, 'mei@example.com')
    },
    act: async (page) => {
      await dialog(page).getByLabel('Code').clear()
      await dialog(page).getByLabel('Code').fill(current.value)
    },
    success: accountMenu,
    failure: anyOf("couldn't check your code"),
    expectInputKept: (page) => expect(dialog(page).getByLabel('Code')).toHaveValue(current.value),
  },
  {
    name: 'creating an account',
    open: async (page) => {
      await openSignIn(page)
      await choosePassword(page)
      await button(page, 'Create an account').click()
      current.value = `user-${nextNumber()}@example.com`
      await dialog(page).getByLabel('Name').fill('Test User')
      await dialog(page).getByLabel('Email').fill(current.value)
      await dialog(page).getByLabel('Password', { exact: true }).fill('correct-horse-7')
    },
    act: (page) => button(page, 'Create account').click(),
    success: accountMenu,
    failure: anyOf("couldn't create your account"),
    expectInputKept: (page) => expect(dialog(page).getByLabel('Email')).toHaveValue(current.value),
  },
  {
    name: 'signing in with a password',
    open: async (page) => {
      await openSignIn(page)
      await choosePassword(page)
      await dialog(page).getByLabel('Email').fill('mei@example.com')
      await dialog(page).getByLabel('Password', { exact: true }).fill('travel-together')
    },
    act: (page) => dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click(),
    success: accountMenu,
    failure: anyOf("couldn't sign you in"),
    expectInputKept: (page) =>
      expect(dialog(page).getByLabel('Email')).toHaveValue('mei@example.com'),
  },
  {
    name: 'requesting a password reset',
    open: async (page) => {
      await openSignIn(page)
      await choosePassword(page)
      await button(page, /forgot/i).click()
      await dialog(page).getByLabel('Email').fill('mei@example.com')
    },
    act: (page) => button(page, 'Send the link').click(),
    success: (page) => dialog(page).getByText(/you should get a link/),
    failure: anyOf("couldn't send the link"),
    expectInputKept: (page) =>
      expect(dialog(page).getByLabel('Email')).toHaveValue('mei@example.com'),
  },
  {
    name: 'signing out',
    account: 'luca@example.com',
    open: async (page) => {
      await openOwnProfile(page)
      await accountMenu(page).click()
    },
    act: (page) => page.getByRole('menuitem', { name: 'Sign out' }).click(),
    // Signing out always succeeds here. The page also reports that it could not reach the service.
    success: signInButton,
    failure: anyOf('You are signed out here'),
  },
  {
    name: 'signing out everywhere',
    account: 'luca@example.com',
    open: async (page) => {
      await openOwnProfile(page)
      await page.getByRole('tab', { name: 'Settings' }).click()
      await button(page, 'Sign out everywhere').click()
    },
    act: (page) =>
      dialog(page)
        .getByRole('button', { name: /^(Sign out everywhere|Try again)$/ })
        .click(),
    success: signInButton,
    failure: anyOf("Couldn't sign you out everywhere"),
  },
]
