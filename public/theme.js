/* Before the first paint: the theme that was chosen in the footer, or the system's. */
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system decides.
}
