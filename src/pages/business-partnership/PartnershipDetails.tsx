import { useId } from 'react'
import { brand } from '../../app/brand.ts'

const steps = [
  {
    title: 'Choose communities',
    text: 'Filter by place, activity and language, and find the groups your guests are in.',
  },
  {
    title: 'Write to their admins',
    text: 'Say who you are and what you offer. Each admin decides whether it fits the group.',
  },
  {
    title: 'Meet the members',
    text: 'The admin introduces your offer, and you see how many members follow it.',
  },
]

const questions = [
  {
    question: 'Can I cancel?',
    answer: `Yes, at any time: the membership is paid by the month and ends with the month you have paid for. Nothing is charged today, because business accounts aren't available yet.`,
  },
  {
    question: 'Do the groups agree to this?',
    answer: `Always. You write to the admins of a community, never to its members, and nothing is posted unless an admin agrees. ${brand.name} never shows you the phone numbers of members.`,
  },
]

/** How a partnership works, and answers about cancelling and consent. */
export function PartnershipDetails() {
  const [stepsId, questionsId] = [useId(), useId()]

  return (
    <>
      <section aria-labelledby={stepsId} className="mt-10 border-t border-line pt-8">
        <h2 id={stepsId} className="text-2xl font-semibold">
          A partnership in three steps
        </h2>
        <ol className="mt-4 space-y-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-4">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink tabular-nums"
              >
                {index + 1}
              </span>
              <div className="min-w-0">
                <h3 className="font-semibold">{title}</h3>
                <p className="text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby={questionsId} className="mt-10 border-t border-line pt-8">
        <h2 id={questionsId} className="text-2xl font-semibold">
          Questions
        </h2>
        <dl className="mt-4 space-y-4">
          {questions.map(({ question, answer }) => (
            <div key={question}>
              <dt className="font-semibold">{question}</dt>
              <dd className="mt-1 max-w-prose text-ink-soft">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
