const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Returns an HTML email as text, with the URLs of its links. The auth services send the templates as HTML only. */
export function toPlainText(html: string): string {
  return html
    .replace(/<head[^]*?<\/head>/, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g, '$2: $1')
    .replace(/<br>/g, '\n')
    .replace(/<\/p>/g, '\n\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_entity, code) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (_entity, name: string) => entities[name] ?? '')
    .replace(/^ +| +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
