import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { HtmlTagDescriptor, Plugin } from 'vite'

/*
 * The font of headings: Fraunces at the one weight that we use, with its optical sizes for cards up to large headings. The
 * build subsets it, because the file of the package is twice as large.
 */

interface FontFile {
  url: string
  /** In WOFF2. */
  source: Buffer
  /** For the `unicode-range` of CSS. */
  range: string
}

type CodeRange = readonly [first: number, last: number]

/** Characters of Western European languages, and the punctuation of our texts. */
const western: CodeRange[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
]

/** Characters of other languages in Latin script: browsers load this file only for pages that show one. */
const eastern: CodeRange[] = [
  [0x100, 0x130],
  [0x132, 0x151],
  [0x154, 0x17f],
  [0x218, 0x21b],
  [0x1e9e, 0x1e9e],
]

const fontPath = createRequire(import.meta.url).resolve
const license = () => readFileSync(fontPath('@fontsource-variable/fraunces/LICENSE'), 'utf8')

/** Ids of the copyright and the license in a font: its license requires every copy to contain both. */
const nameIds = [0, 13, 14]

/** Returns the files of the font, first the one that every page needs, and the CSS that declares it and its fallbacks. */
export async function displayFont() {
  const files = [await subset('latin', western), await subset('latin-ext', eastern)] as const
  return { files, css: ownFaces(files), fallbackCss: fallbackFaces() }
}

async function subset(script: string, ranges: readonly CodeRange[]): Promise<FontFile> {
  const path = fontPath(`@fontsource-variable/fraunces/files/fraunces-${script}-opsz-normal.woff2`)
  const source = await subsetFont(readFileSync(path), ranges.map(listCharacters).join(''), {
    targetFormat: 'woff2',
    // Above 40 the letters get so narrow that no fallback font has their width.
    variationAxes: { wght: 600, opsz: { min: 14, max: 40, default: 18 } },
    keepFeatures: ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum'],
    preserveNameIds: nameIds,
  })
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const range = ranges.map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`).join()
  return { url: `/assets/fraunces-${script}-${hash}.woff2`, source, range }
}

const listCharacters = ([first, last]: CodeRange): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/**
 * Fonts of systems, with the percentage that gives their letters the average width of ours, so that headings wrap as
 * before when our font arrives. tailwind.config.ts lists their names.
 */
const fallbacks = [
  { family: 'Fraunces Georgia', local: ['Georgia Bold', 'Gelasio Bold'], width: 92 },
  { family: 'Fraunces Noto', local: ['Noto Serif Bold', 'NotoSerif-Bold'], width: 94 },
  { family: 'Fraunces DejaVu', local: ['DejaVu Serif Bold'], width: 85 },
  {
    family: 'Fraunces Times',
    local: ['Times New Roman Bold', 'Liberation Serif Bold'],
    width: 110,
  },
]

/** Ascent and descent of Fraunces, in percent of its size. */
const metrics = { ascent: 97.8, descent: 25.5 }

const ownFaces = (files: readonly FontFile[]) =>
  files
    .map(
      ({ url, range }) =>
        `@font-face{font-family:"Fraunces";font-weight:100 900;font-display:swap;src:url(${url}) format("woff2");unicode-range:${range}}`,
    )
    .join('')

const fallbackFaces = () =>
  fallbacks
    .map(({ family, local, width }) => {
      const percent = (value: number) => `${((value * 100) / width).toFixed(1)}%`
      const sources = local.map((name) => `local("${name}")`).join()
      return `@font-face{font-family:"${family}";font-weight:100 900;src:${sources};size-adjust:${width}%;ascent-override:${percent(metrics.ascent)};descent-override:${percent(metrics.descent)};line-gap-override:0%}`
    })
    .join('')

/** Writes the font into the build, serves it from the dev server, and adds it to every page. */
export function displayFontFiles(): Plugin {
  let font: ReturnType<typeof displayFont> | undefined
  const readFont = () => (font ??= displayFont())
  return {
    name: 'display-font',
    async generateBundle() {
      for (const { url, source } of (await readFont()).files)
        this.emitFile({ type: 'asset', fileName: url.slice(1), source })
      this.emitFile({ type: 'asset', fileName: 'assets/fraunces-license.txt', source: license() })
    },
    configureServer({ middlewares }) {
      middlewares.use('/assets', (request, response, next) => {
        void readFont().then(({ files }) => {
          const file = files.find(({ url }) => url === `/assets${request.url ?? ''}`)
          if (!file) return next()
          response.setHeader('Content-Type', 'font/woff2')
          response.end(file.source)
        }, next)
      })
    },
    async transformIndexHtml(): Promise<HtmlTagDescriptor[]> {
      const { files, css, fallbackCss } = await readFont()
      const preload = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true }
      return [
        { tag: 'link', attrs: { ...preload, href: files[0].url }, injectTo: 'head' },
        { tag: 'style', attrs: { id: 'display-font' }, children: css, injectTo: 'head' },
        { tag: 'style', children: fallbackCss, injectTo: 'head' },
      ]
    },
  }
}
