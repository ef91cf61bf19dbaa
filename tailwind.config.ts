import type { Config } from 'tailwindcss'

/** Names for the semantic variables of src/app/index.css; no colour value is written here. */
const colors = {
  paper: 'var(--color-paper)',
  surface: 'var(--color-surface)',
  sunken: 'var(--color-sunken)',
  line: { DEFAULT: 'var(--color-line)', strong: 'var(--color-line-strong)' },
  ink: { DEFAULT: 'var(--color-ink)', soft: 'var(--color-ink-soft)' },
  accent: {
    DEFAULT: 'var(--color-accent)',
    hover: 'var(--color-accent-hover)',
    on: 'var(--color-on-accent)',
    soft: 'var(--color-accent-soft)',
    ink: 'var(--color-accent-ink)',
  },
  clay: 'var(--color-clay)',
  danger: {
    DEFAULT: 'var(--color-danger)',
    hover: 'var(--color-danger-hover)',
    on: 'var(--color-on-danger)',
    soft: 'var(--color-danger-soft)',
    ink: 'var(--color-danger-ink)',
  },
  warning: { soft: 'var(--color-warning-soft)', ink: 'var(--color-warning-ink)' },
  success: { soft: 'var(--color-success-soft)', ink: 'var(--color-success-ink)' },
  focus: 'var(--color-focus)',
  scrim: 'var(--color-scrim)',
}

/** The names that scripts/build/display-font.ts declares. */
const display = [
  'Fraunces',
  'Fraunces Georgia',
  'Fraunces Noto',
  'Fraunces DejaVu',
  'Fraunces Times',
  'serif',
]

const body = [
  'Seravek',
  'Segoe UI',
  'Noto Sans',
  'Open Sans',
  'Ubuntu',
  'Roboto',
  'system-ui',
  'sans-serif',
]

export default {
  content: ['./index.html', './src/**/*.{ts,tsx}'],
  theme: {
    extend: {
      colors,
      fontFamily: { display, body },
      boxShadow: {
        card: '0 1px 2px var(--color-shadow)',
        raised: '0 2px 6px var(--color-shadow), 0 12px 32px -12px var(--color-shadow)',
      },
      keyframes: {
        'fade-in': { from: { opacity: '0' } },
        'rise-in': { from: { opacity: '0', transform: 'translateY(0.75rem)' } },
        'drop-in': { from: { opacity: '0', transform: 'translateY(-0.25rem)' } },
        progress: { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(0.95)' } },
      },
      animation: {
        'fade-in': 'fade-in 160ms ease-out',
        'rise-in': 'rise-in 220ms cubic-bezier(0.2, 0.8, 0.3, 1)',
        'drop-in': 'drop-in 140ms ease-out',
        // Not for what loads within 300 ms. It never gets to the end, because the duration is unknown.
        progress: 'progress 10s cubic-bezier(0, 0.6, 0.3, 1) 300ms both',
      },
    },
  },
} satisfies Config
