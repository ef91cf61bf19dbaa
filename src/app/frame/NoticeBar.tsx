export function NoticeBar({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <p className="bg-ink px-4 py-2 text-center text-sm font-semibold text-paper">
      <span>{text}</span>
      {onRetry && (
        <button type="button" className="ms-3 min-h-6 cursor-pointer underline" onClick={onRetry}>
          Try again
        </button>
      )}
    </p>
  )
}
