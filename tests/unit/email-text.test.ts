import { expect, test } from 'vitest'
import { renderEmailPage } from '../../supabase/functions/_shared/email-page.ts'
import { toPlainText } from '../../supabase/local/email-text.ts'

test('the text of an email has a line for each paragraph, and the URLs of its links', () => {
  const html = renderEmailPage({
    title: 'A title',
    paragraphs: ["It's <b>here</b>", 'One\nTwo'],
    action: { label: 'Open it', url: 'https://x.example/?a=1&b=2' },
    code: '123456',
    why: 'Because.',
  })
  expect(toPlainText(html)).toBe(`Waypost

It's <b>here</b>

One
Two

Open it: https://x.example/?a=1&b=2

123456

Because.`)
})
