import { Check, List, Pencil, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge, Kbd } from '../../../src/ui/Badge.tsx'
import { Button } from '../../../src/ui/Button.tsx'
import { Segments } from '../../../src/ui/Segments.tsx'
import { Spinner } from '../../../src/ui/Loading.tsx'
import { TabCount, Tabs } from '../../../src/ui/Tabs.tsx'
import { Chapter, Sample } from './Sample.tsx'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const

export function Controls() {
  const [view, setView] = useState<'one' | 'list'>('one')
  const [tab, setTab] = useState('first')

  return (
    <Chapter title="Buttons, tabs and badges">
      {variants.map((variant) => (
        <Sample key={variant} title={`Button, ${variant}`}>
          <Button variant={variant}>Ready</Button>
          <Button variant={variant} icon={Check}>
            With an icon
          </Button>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <Button variant={variant} isPending>
            Busy
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} icon={Pencil} aria-label={`Edit, ${variant}`} />
          <Button variant={variant} size="sm" icon={Trash2} aria-label={`Delete, ${variant}`} />
        </Sample>
      ))}
      <Sample title="Segments">
        <Segments
          label="Show"
          value={view}
          onChange={setView}
          segments={[
            { value: 'one', label: 'One at a time', icon: Square },
            { value: 'list', label: 'List', icon: List, count: 12 },
          ]}
        />
      </Sample>
      <Sample title="Tabs">
        <Tabs
          label="Sections"
          value={tab}
          onValueChange={setTab}
          tabs={[
            {
              value: 'first',
              label: 'Users',
              count: <TabCount count={4} />,
              content: <p>Four users.</p>,
            },
            {
              value: 'second',
              label: 'Communities',
              count: <TabCount count={34} />,
              content: <p>Many more.</p>,
            },
          ]}
        />
      </Sample>
      <Sample title="Badges, keys, spinner">
        <Badge>Neutral</Badge>
        <Badge tone="green">Approved</Badge>
        <Badge tone="red">Rejected</Badge>
        <Badge tone="yellow">Pending</Badge>
        <Kbd>A</Kbd>
        <Kbd>?</Kbd>
        <Spinner />
      </Sample>
    </Chapter>
  )
}
