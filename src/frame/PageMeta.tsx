import { brand } from '../brand.ts'

type Props = { title: string; description: string }

/** React moves both elements into the head of the document. */
export function PageMeta({ title, description }: Props) {
  return (
    <>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="description" content={description} />
    </>
  )
}
