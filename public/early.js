/* What cannot wait for the app. First the theme that was chosen in the footer, or the system's. */
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system decides.
}

// The page is there before the app. If that does not arrive, the page would wait for ever.
addEventListener(
  'error',
  ({ target }) => {
    const notice = document.getElementById('unloaded')
    if (!(target instanceof HTMLScriptElement) || !notice) return
    const reload = () => location.reload()
    notice.hidden = false
    notice.querySelector('button')?.addEventListener('click', reload)
    addEventListener('online', reload)
  },
  true,
)
