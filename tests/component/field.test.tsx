import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TextArea, TextField } from '../../src/ui/Field.tsx'

test('a focused field shows its length and limit, and announces when few characters are left', async () => {
  const user = userEvent.setup()
  render(<TextField label="Name" limit={30} defaultValue="Bali" />)
  expect(screen.queryByText(/30/)).toBeNull()
  await user.click(screen.getByLabelText('Name'))
  expect(screen.getByText('4 / 30')).toBeVisible()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await user.keyboard(' surf mornings')
  expect(screen.getByText('18 / 30')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('20 or fewer characters left')
  await user.keyboard(' for all!')
  expect(screen.getByRole('status')).toHaveTextContent('5 or fewer characters left')
  await user.tab()
  expect(screen.getByText(/ \/ 30/)).not.toBeVisible()
})

test('text over the limit is kept, and an emoji counts as one character, as in the database', async () => {
  const user = userEvent.setup()
  render(<TextArea label="Description" limit={5} />)
  await user.type(screen.getByLabelText('Description'), 'seven🏄🏄')
  expect(screen.getByText('7 / 5')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Longer than 5 characters')
  expect(screen.getByLabelText('Description')).toHaveValue('seven🏄🏄')
})
