let pending = 0

/**
 * Shows the progress bar in index.html until the work is done. src/app/index.css draws it only after 300 ms. During a
 * navigation, React keeps the previous screen until the next one has loaded.
 */
export async function showProgress<Result>(work: Promise<Result>): Promise<Result> {
  count(1)
  try {
    return await work
  } finally {
    count(-1)
  }
}

function count(change: 1 | -1): void {
  pending += change
  // The build renders screens without a document.
  const bar = globalThis.document?.getElementById('progress')
  if (bar) bar.hidden = pending === 0
}
