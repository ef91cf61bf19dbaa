import {
  ArrowLeft,
  ChartLine,
  Handshake,
  Mail,
  MessageCircle,
  Target,
  UsersRound,
  Waypoints,
} from 'lucide-react'
import { brand } from '../../app/brand.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { clayLink } from '../../ui/text-link.ts'
import { PageMeta } from '../../app/PageMeta.tsx'
import { pages } from '../../app/pages.ts'
import { BusinessForm } from './BusinessForm.tsx'
import { DirectoryNumbers } from './DirectoryNumbers.tsx'
import { partnershipEmail } from './partnership-email.ts'
import { PartnershipDetails } from './PartnershipDetails.tsx'

const formId = 'business-account'

const benefits = [
  { icon: Waypoints, text: 'Access to all WhatsApp communities' },
  { icon: MessageCircle, text: 'Direct messaging with community admins' },
  { icon: ChartLine, text: 'Partnership analytics and insights' },
  { icon: Handshake, text: 'Unlimited partnership requests' },
]

const blurbs = [
  {
    icon: Target,
    title: 'Targeted Reach',
    text: 'Choose communities by place and activity, from morning surfs in Bali to coworking in Medellín.',
  },
  {
    icon: UsersRound,
    title: 'Active Members',
    text: 'People in these groups are travelling right now: they ask, decide and book in one conversation.',
  },
]

export function BusinessPartnershipScreen() {
  const { title, heading } = pages['/business-partnership']

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
      <PageMeta
        title={title}
        description="Partner with WhatsApp travel communities: one Pro membership, direct contact with their admins."
      />
      <LinkButton
        variant="ghost"
        to="/communities"
        icon={ArrowLeft}
        className="-ms-2.5 rtl:[&_svg]:rotate-180"
      >
        Back to Communities
      </LinkButton>
      {/* On a phone in this order, so that the price is on the first screen. */}
      <div className="mt-3 grid gap-x-14 gap-y-8 sm:mt-5 lg:grid-cols-[1fr_26rem] lg:grid-rows-[auto_1fr]">
        <Introduction heading={heading} />
        <ProMembership />
        <div className="min-w-0">
          <Pitch />
          <PartnershipDetails />
        </div>
        <div id={formId} className="min-w-0 scroll-mt-4 space-y-4 noscript:hidden">
          <BusinessForm />
        </div>
      </div>
    </div>
  )
}

function Introduction({ heading }: { heading: string }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold text-clay">For businesses</p>
      <h1 className="mt-1 text-3xl font-semibold tracking-tight sm:mt-2 sm:text-5xl">{heading}</h1>
      <p className="mt-3 max-w-prose text-ink-soft sm:mt-4 sm:text-lg">
        Hostels, guides, coworking spaces and cafés: work with the WhatsApp communities where your
        next guests ask for advice.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 sm:mt-6">
        <a href={partnershipEmail} className={buttonClass()}>
          <Mail aria-hidden="true" className="size-[1.125rem] shrink-0" />
          <span>Email us about a partnership</span>
        </a>
        {/* Where the form is not beside the rest. */}
        <a
          href={`#${formId}`}
          className={cx(clayLink, 'inline-flex items-center lg:hidden noscript:hidden')}
        >
          Go to the sign-up form
        </a>
      </div>
    </div>
  )
}

function Pitch() {
  return (
    <>
      <ul aria-label="Benefits" className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {benefits.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3 font-medium">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div className="mt-10 grid gap-6 border-t border-line pt-8 sm:grid-cols-2">
        {blurbs.map(({ icon: Icon, title, text }) => (
          <section key={title}>
            <h2 className="flex items-center gap-2 text-xl font-semibold">
              <Icon aria-hidden="true" className="size-5 text-clay" />
              <span>{title}</span>
            </h2>
            <p className="mt-2 text-ink-soft">{text}</p>
          </section>
        ))}
      </div>
      {import.meta.env.VITE_DIRECTORY === 'live' && <DirectoryNumbers />}
    </>
  )
}

function ProMembership() {
  return (
    <section
      aria-labelledby="pro-membership"
      className="relative flex flex-col justify-center overflow-hidden rounded-2xl bg-accent px-6 py-6 text-accent-on"
    >
      {/* Contour lines, as on a hiking map. */}
      <span
        aria-hidden="true"
        className="absolute -end-10 -top-10 size-52 bg-current mask-[url(/contours.svg)] opacity-25"
      />
      <h2 id="pro-membership" className="text-lg font-semibold">
        Pro Membership
      </h2>
      <p className="mt-1 font-display text-4xl font-semibold">
        <span>{`$${brand.proPricePerMonth}`}</span>
        <span className="text-xl">/month</span>
      </p>
      <p className="mt-2 max-w-[26ch]">
        Full access to all features and unlimited community partnerships
      </p>
    </section>
  )
}
