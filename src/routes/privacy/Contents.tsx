type Props = { sections: { id: string; title: string }[] }

export function Contents({ sections }: Props) {
  return (
    <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-8">
      <h2 id="contents" className="text-lg font-semibold">
        Contents
      </h2>
      <ol className="mt-2 border-l-2 border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-0.5 block rounded-r-md border-l-2 border-transparent py-1.5 pl-4 text-[0.9375rem] text-ink-soft hover:border-clay hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
