import {
  CircleAlert,
  CircleCheck,
  CloudOff,
  Info,
  RotateCw,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { useIsOffline, useIsRecovering } from '../lib/useIsOffline.ts'
import { type Button, SmallButton } from './Button.tsx'
import { cx } from './cx.ts'

const looks = {
  info: { icon: Info, className: 'bg-accent-soft text-accent-ink' },
  warning: { icon: TriangleAlert, className: 'bg-warning-soft text-warning-ink' },
  danger: { icon: CircleAlert, className: 'bg-danger-soft text-danger-ink' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success-ink' },
}

type NoticeProps = {
  tone?: keyof typeof looks
  title?: string
  action?: ReactElement | false
  className?: string
  children?: ReactNode
}

/** A message in the page. Screen readers announce warnings and dangers immediately. */
export function Notice({ tone = 'info', title, action, className, children }: NoticeProps) {
  const { icon: Icon, className: look } = looks[tone]
  const isUrgent = tone === 'danger' || tone === 'warning'

  return (
    <div
      role={isUrgent ? 'alert' : 'status'}
      className={cx('flex min-w-0 items-start gap-3 rounded-xl px-4 py-3 text-sm', look, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-[1.125rem] shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}

type RetryButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  query: { isFetching: boolean; refetch: () => unknown }
}

/** Hidden while the browser is offline, when it could not help. */
export function RetryButton({ query, ...rest }: RetryButtonProps) {
  if (useIsOffline()) return null
  return (
    <SmallButton isPending={query.isFetching} onClick={() => void query.refetch()} {...rest}>
      Try again
    </SmallButton>
  )
}

/**
 * Repeats a query whose error outlasts an interruption of the connection: those with recent rows are not repeated by
 * themselves.
 *
 * @returns whether the browser is offline, or was until a moment ago
 */
function useRepeatWhenOnline(query: RetryButtonProps['query'] & { isError: boolean }): boolean {
  const isRecovering = useIsRecovering()
  const wasRecovering = useRef(isRecovering)
  const repeat = useEffectEvent(() => {
    if (query.isError && !query.isFetching) void query.refetch()
  })
  useEffect(() => {
    if (wasRecovering.current && !isRecovering) repeat()
    wasRecovering.current = isRecovering
  }, [isRecovering])
  return isRecovering
}

type StaleNoticeProps = {
  query: RetryButtonProps['query'] & { isRefetchError?: boolean }
  /** By default, once cached rows could not be refreshed. */
  isShown?: boolean | undefined
  children?: string
}

/** Warns above cached rows that they may be stale, with a retry button; not while the browser is offline. */
export function StaleNotice({
  query,
  isShown = query.isRefetchError ?? false,
  children = "Couldn't refresh this list.",
}: StaleNoticeProps) {
  const isRecovering = useRepeatWhenOnline({ ...query, isError: isShown })
  if (!isShown || isRecovering) return null
  return (
    <Notice tone="warning" className="mb-4" action={<RetryButton query={query} />}>
      {children}
    </Notice>
  )
}

type EmptyStateProps = {
  title: string
  icon?: LucideIcon
  children?: ReactNode
  action?: ReactElement | false
}

export function EmptyState({ title, icon: Icon, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed border-line-strong/60 px-6 py-10 text-center">
      {Icon && (
        <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <Icon aria-hidden="true" className="size-6" />
        </span>
      )}
      <p className="font-display text-lg font-semibold text-balance">{title}</p>
      {children && <div className="max-w-prose text-sm text-ink-soft">{children}</div>}
      {action}
    </div>
  )
}

type ErrorStateProps = Pick<RetryButtonProps, 'query'> & { title: string; hasAdvice?: boolean }

export function ErrorState({ title, query, hasAdvice = false }: ErrorStateProps) {
  const isRecovering = useRepeatWhenOnline({ ...query, isError: true })
  if (isRecovering) return <Waiting />
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-xl bg-sunken/60 px-6 py-10 text-center"
    >
      <span className="grid size-12 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <CloudOff aria-hidden="true" className="size-6" />
      </span>
      <p className="font-display text-lg font-semibold text-balance">{title}</p>
      {hasAdvice && (
        <p className="text-sm text-ink-soft">Check your connection, or try again in a moment.</p>
      )}
      <RetryButton icon={RotateCw} query={query} />
    </div>
  )
}

/** In place of what does not load while the browser is offline. The notice at the top of the page says so. */
function Waiting() {
  return (
    <p className="flex flex-col items-center gap-3 rounded-xl bg-sunken/60 px-6 py-10 text-center text-sm text-ink-soft">
      <CloudOff aria-hidden="true" className="size-6" />
      <span>Waiting for your connection...</span>
    </p>
  )
}
