import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pMap from 'p-map'
import type * as Renderer from '../../../src/app/static/prerender.tsx'
import type { FirstCommunity } from '../../../src/features/directory/directory-cache.ts'
import {
  addSiteUrl,
  addStructuredData,
  embedData,
  insertPage,
  markPrerendered,
  setPreviewImage,
} from './html.ts'
import { getPreviewImage } from './preview-image.ts'
import type { Project } from './project.ts'

type Community = FirstCommunity['community']

interface Options {
  /** The root of the built site. */
  folder: string
  /** The page without its content. */
  template: string
  renderer: Pick<
    typeof Renderer,
    | 'describeCommunity'
    | 'getCommunityPath'
    | 'getCommunityUrl'
    | 'readCommunities'
    | 'readOthers'
    | 'renderCommunity'
    | 'renderFeeds'
  >
  project: Pick<Project, 'useSiteOrigin'>
  siteUrl: string | undefined
  /** Reports a page that could not be rendered. */
  warn: (message: string) => void
}

/** Rendering shares one thread: the others wait for files and images. */
const concurrency = 16

const defaultLimit = 20_000

/**
 * Returns the most communities that get a page.
 *
 * @throws if the environment variable is not a number
 */
export function readPageLimit(value = process.env['COMMUNITY_PAGES']): number {
  if (!value) return defaultLimit
  if (!/^\d{1,7}$/.test(value)) throw new Error(`COMMUNITY_PAGES is not a number: ${value}`)
  return Number(value)
}

/**
 * Writes a static page for each community to `communities/<id>/index.html`, and the feeds. A page that cannot be rendered is reported
 * and left out: 404.html then shows the community.
 *
 * @returns the paths of the pages
 */
export async function writeCommunityPages(options: Options): Promise<string[]> {
  const { renderer, warn } = options
  const communities = await renderer.readCommunities(readPageLimit())
  const places = new Set(communities.map(({ location }) => location))
  const others = new Map(
    await pMap(places, async (place) => [place, await renderer.readOthers(place)] as const, {
      concurrency,
    }),
  )
  const write = async (community: Community) => {
    const path = renderer.getCommunityPath(community.id)
    const inPlace = others.get(community.location) ?? { communities: [], hasMore: false }
    try {
      await writePage(path, { community, others: inPlace }, options)
      return [community]
    } catch (error) {
      warn(`${path} is left out, because it could not be rendered: ${describe(error)}`)
      return []
    }
  }
  const written = (await pMap(communities, write, { concurrency })).flat()
  await writeFeeds(written, options)
  return written.map(({ id }) => renderer.getCommunityPath(id))
}

/** Writes the feeds, which need absolute URLs. One whose name is too long for a file is reported and left out. */
async function writeFeeds(
  communities: Community[],
  { folder, renderer, siteUrl, warn }: Options,
): Promise<void> {
  if (!siteUrl) return
  const write = async ([path, xml]: [path: string, xml: string]) => {
    try {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), xml)
    } catch (error) {
      warn(`${path} is left out, because it could not be written: ${describe(error)}`)
    }
  }
  await pMap(renderer.renderFeeds(communities, siteUrl), write, { concurrency })
}

async function writePage(
  path: string,
  { community: read, others }: FirstCommunity,
  { folder, template, renderer, project, siteUrl }: Options,
) {
  const image = await getPreviewImage(read)
  const community = { ...read, image_url: project.useSiteOrigin(read.image_url) }
  const data = { community, others }
  const { search: query } = new URL(renderer.getCommunityUrl(community), 'https://site.invalid')
  const rendered = await renderer.renderCommunity(data)
  let html = markPrerendered(insertPage(template, rendered), { path: '/communities', query })
  html = setPreviewImage(html, image)
  html = addStructuredData(html, renderer.describeCommunity(community))
  html = project.useSiteOrigin(embedData(html, { 'first-community': data }))
  await mkdir(join(folder, path), { recursive: true })
  await writeFile(join(folder, path, 'index.html'), addSiteUrl(html, path, siteUrl))
}

const describe = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(describe).join('; ')
    : error instanceof Error
      ? error.message
      : String(error)
