import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { brand } from '../../../src/brand.ts'
import '../../../src/index.css'
import { chooseTheme, readTheme } from '../../../src/frame/theme.ts'
import { ThemeSwitch } from '../../../src/frame/ThemeSwitch.tsx'
import { LogoMark } from '../../../src/ui/LogoMark.tsx'
import { Toaster } from '../../../src/ui/Toaster.tsx'
import { Controls } from './Controls.tsx'
import { Feedback } from './Feedback.tsx'
import { Fields } from './Fields.tsx'
import { Lists } from './Lists.tsx'
import { Maps } from './Maps.tsx'
import { Overlays } from './Overlays.tsx'
import { Tokens } from './Tokens.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root"')

chooseTheme(readTheme())

createRoot(container).render(
  <StrictMode>
    <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line bg-surface px-6 py-4">
      <h1 className="flex items-center gap-2 text-2xl font-semibold">
        <LogoMark className="size-9" /> {brand.name}: design system
      </h1>
      <ThemeSwitch />
    </header>
    <main className="mx-auto max-w-5xl space-y-12 px-4 py-10 sm:px-6">
      <Tokens />
      <Controls />
      <Fields />
      <Lists />
      <Maps />
      <Feedback />
      <Overlays />
    </main>
    <Toaster />
  </StrictMode>,
)
