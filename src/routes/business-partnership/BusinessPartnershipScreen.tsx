import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../ui/Button.tsx'
import { PageMeta } from '../../frame/PageMeta.tsx'
import { pages } from '../../pages.ts'
import { BusinessForm } from './BusinessForm.tsx'
import { Pitch, ProMembership } from './Pitch.tsx'

export function BusinessPartnershipScreen() {
  const { title, heading } = pages['/business-partnership']

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
      <PageMeta
        title={title}
        description="Partner with WhatsApp travel communities: one Pro membership, direct contact with their admins."
      />
      <Link
        to="/communities"
        className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ml-2.5`}
      >
        <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
        Back to Communities
      </Link>
      <div className="mt-5 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[1fr_26rem]">
        <Pitch heading={heading} />
        <div className="grid gap-6 lg:row-span-2">
          <ProMembership />
          <BusinessForm />
        </div>
      </div>
    </div>
  )
}
