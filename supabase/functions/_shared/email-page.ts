import { brand } from './brand.ts'

export interface EmailPage {
  title: string
  /** Line breaks in a paragraph are kept. */
  paragraphs: string[]
  /** A list below the paragraphs, such as the communities that an email is about. */
  items?: { label: string; url: string; detail: string }[]
  action?: { label: string; url: string; showsUrl?: boolean }
  /** A code to type, in large digits. */
  code?: string
  /** Why the recipient gets the email. */
  why: string
  links?: { label: string; url: string }[]
}

/**
 * Returns the HTML of an email, in light or dark colors as the email program prefers. Escapes every text, and loads
 * nothing.
 */
export function renderEmailPage(
  { title, paragraphs, items = [], action, code, why, links = [] }: EmailPage,
): string {
  const small = links.map(({ label, url }) =>
    `<a class="soft" href="${escape(url)}" style="color:#625546">${escape(label)}</a>`
  ).join(' · ')
  const body = [
    `<p style="margin:0 0 24px;font-size:20px;font-weight:700">${escape(brand.name)}</p>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${withBreaks(text)}</p>`),
    ...items.map(({ label, url, detail }) =>
      `<p style="margin:0 0 16px"><a href="${escape(url)}" style="font-weight:600;color:inherit">${
        escape(label)
      }</a><br><span class="soft" style="color:#625546">${escape(detail)}</span></p>`
    ),
    ...(code
      ? [
        `<p style="margin:24px 0;font:700 32px/1.2 ui-monospace,monospace;letter-spacing:0.2em">${
          escape(code)
        }</p>`,
      ]
      : []),
    ...(action ? [renderAction(action)] : []),
    `<p class="soft" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #dfd2bc;font-size:13px;color:#625546">${
      withBreaks(why)
    }${small && `<br>${small}`}</p>`,
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${
    escape(title)
  }</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #161310 !important; color: #f4ebdc !important; }
  .card { background: #201c17 !important; }
  .button { background: #84ccbf !important; color: #0b2523 !important; }
  .soft { color: #c2b4a0 !important; border-color: #3d352b !important; }
}
</style></head>
<body class="page" style="margin:0;padding:24px;background:#f6efe2;font:16px/1.5 system-ui,sans-serif;color:#2a221a;overflow-wrap:anywhere">
<div class="card" style="max-width:560px;margin:0 auto;padding:24px;background:#fffcf6;border-radius:12px">
${body.join('\n')}
</div></body></html>
`
}

function renderAction({ label, url, showsUrl }: NonNullable<EmailPage['action']>): string {
  const button = `<p style="margin:24px 0"><a class="button" href="${
    escape(url)
  }" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#17514d;color:#fdf8ee;text-decoration:none;font-weight:600">${
    escape(label)
  }</a></p>`
  if (!showsUrl) return button
  return `${button}
<p class="soft" style="margin:0;font-size:13px;color:#625546">If the button doesn't work, open this address:<br>${
    escape(url)
  }</p>`
}

const withBreaks = (text: string) => escape(text).replaceAll('\n', '<br>')

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
