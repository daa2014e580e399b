import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { todayOf } from '@/shared/domain/time/today'
import { useNow } from '@/shared/hooks/use-now'
import type { JobCard, Step } from '../../shared/api/cards.query'
import { stageLabel } from '../../shared/stages'
import { Card } from './job-card'

const step = (place: number, name: string, status: Step['status'], centre: string): Step => ({
  id: `demo-step-${place}`,
  name,
  status,
  position: `a${place}`,
  planned_minutes: 30,
  assignees: [],
  depends_on: [],
  before_approval: place === 0,
  started_at: null,
  finished_at: null,
  wait_minutes: 0,
  work_centre: { id: centre, name: centre, kind: 'bench' },
})

const steps = (done: number, running: boolean): Step[] =>
  [
    ['Artwork', 'Design studio'],
    ['Print', 'Eco-solvent printer'],
    ['Laminate', 'Cold laminator'],
    ['Cut', 'CNC router'],
    ['Pack', 'Assembly bench'],
  ].map(([name = '', centre = ''], place) =>
    step(place, name, place < done ? 'done' : place === done && running ? 'in_progress' : 'todo', centre),
  )

const dayFromNow = (days: number): string => {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return todayOf(day.getTime())
}

const nobody = new Map<string, string>()

type Shown = { about: string; card: Partial<JobCard> }

/** Examples of every look of a card, each with the reason. */
const examples = (): Shown[] => [
  { about: 'Nobody has begun.', card: { status: 'new', steps: steps(0, false) } },
  { about: 'Somebody works on a step now: the dot beats.', card: { status: 'in_production', steps: steps(2, true) } },
  {
    about: 'Urgent, and late.',
    card: { status: 'in_production', priority: 'urgent', due_date: dayFromNow(-2), steps: steps(3, false) },
  },
  {
    about: 'High priority, due today.',
    card: { status: 'approved', priority: 'high', due_date: dayFromNow(0), steps: steps(1, false) },
  },
  {
    about: 'The client has not approved the mockup.',
    card: { status: 'awaiting_approval', mockup_required: true, mockup_status: 'sent', steps: steps(1, false) },
  },
  {
    about: 'On hold, with the reason.',
    card: { status: 'on_hold', hold_reason: 'The wall is being plastered.', steps: steps(2, false) },
  },
  {
    about: 'Pieces that failed are made again.',
    card: { status: 'approved', remake_of: 'demo', steps: steps(0, false) },
  },
  { about: 'In quality control.', card: { status: 'qc', steps: steps(4, true) } },
  { about: 'Ready: every step is done.', card: { status: 'ready', steps: steps(5, false) } },
  {
    about: 'A long title takes two lines and is cut after them.',
    card: {
      status: 'in_production',
      title:
        'Fascia with built-up letters, halo lit, on a tray of aluminium composite in three panels, for the corner of the square',
      steps: steps(1, false),
    },
  },
]

/** /jobs/job-panel-demo: a job card in all its states, to look at. Nothing here is a job of the company. */
export function JobPanelDemoScreen() {
  const now = useNow(60_000)
  const setting = { now, names: nobody, actions: null }
  return (
    <PageFrame title="Job Panel Demo" lead="A job card in all its states. These are examples, not jobs of the company.">
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="lg">
        {examples().map(({ about, card }, index) => (
          <Stack key={about} gap="xs">
            <Title order={2} size="h5">
              {stageLabel(card.status ?? 'new')}
            </Title>
            {/* These jobs do not exist: nothing on the card can be pressed. */}
            <div inert>
              <Card
                setting={setting}
                card={{
                  id: `demo-${index}`,
                  job_number: `JOB-DEMO-${index + 1}`,
                  title: 'Shop front, letters and tray',
                  status: 'new',
                  priority: 'normal',
                  due_date: dayFromNow(5),
                  created_at: new Date().toISOString(),
                  lead_user_id: null,
                  hold_reason: null,
                  held_with_order: false,
                  cancel_reason: null,
                  is_made_elsewhere: false,
                  mockup_required: false,
                  mockup_status: null,
                  remake_of: null,
                  order: null,
                  contact: { id: 'demo', type: 'Business', name: null, last_name: null, company: 'Example Bakery' },
                  materials: [],
                  steps: [],
                  ...card,
                }}
              />
            </div>
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </PageFrame>
  )
}
