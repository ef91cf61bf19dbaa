import { brand } from '../brand.ts'

type Props = {
  title: string
  description: string
  /** Whether search engines may list the page. */
  isIndexed?: boolean
}

/** React moves these elements to the document's head. */
export function PageMeta({ title, description, isIndexed = true }: Props) {
  return (
    <>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="description" content={description} />
      {!isIndexed && <meta name="robots" content="noindex" />}
    </>
  )
}
