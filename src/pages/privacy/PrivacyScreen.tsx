import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../../app/brand.ts'
import { PageMeta } from '../../app/PageMeta.tsx'
import { pages } from '../../app/pages.ts'
import { accentLink } from '../../ui/text-link.ts'
import { effectiveDate, policy } from './policy.ts'

export function PrivacyScreen() {
  const page = pages['/privacy']

  // The browser looks for the anchor in the URL before this screen has loaded.
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (id) document.getElementById(id)?.scrollIntoView()
  }, [])

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageMeta
        title={page.title}
        description={`What ${brand.name} collects, why, who sees it, and how to have it removed. Effective ${effectiveDate}.`}
      />
      <header className="border-b border-line pb-8">
        <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{page.heading}</h1>
        <p className="mt-3 text-ink-soft">
          Effective date: <time dateTime="2025-04-11">{effectiveDate}</time>
        </p>
      </header>
      <div className="mt-8 grid gap-10 lg:grid-cols-[15rem_1fr] lg:gap-16">
        <Contents />
        <article className="max-w-[68ch] space-y-10">
          {policy.map(({ id, title, paragraphs, points }, index) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1} className="scroll-mt-8 text-2xl font-semibold">
                <span aria-hidden="true" className="me-3 text-clay tabular-nums">
                  {index + 1}
                </span>
                <span>{title}</span>
              </h2>
              <div className="mt-3 space-y-3">
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>
                    <span>{paragraph}</span>
                    {id === 'contact' && <ContactLink />}
                  </p>
                ))}
                {points && (
                  <ul className="list-disc space-y-1.5 ps-5 marker:text-clay">
                    {points.map((point) => (
                      <li key={point} className="ps-1">
                        {point}
                      </li>
                    ))}
                  </ul>
                )}
                {id === 'your-rights' && <ProfileLink />}
              </div>
            </section>
          ))}
        </article>
      </div>
    </div>
  )
}

function ProfileLink() {
  return (
    <p>
      You can do all of this in{' '}
      <Link to="/profile?section=settings" className={accentLink}>
        your profile
      </Link>
      . To download a copy, use "Download my data".
    </p>
  )
}

function ContactLink() {
  return (
    <span>
      {' '}
      <a href={`mailto:${brand.contactEmail}`} translate="no" className={accentLink}>
        {brand.contactEmail}
      </a>
      .
    </span>
  )
}

function Contents() {
  return (
    <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-8">
      <h2 id="contents" className="text-lg font-semibold">
        Contents
      </h2>
      <ol className="mt-2 border-s-2 border-line">
        {policy.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ms-0.5 block rounded-e-md border-s-2 border-transparent py-1.5 ps-4 text-[0.9375rem] text-ink-soft hover:border-clay hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
