import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { date } from '@/kit/fields/date-fields'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { colour } from '@/kit/fields/colour-field'
import { text } from '@/kit/fields/text-fields'
import { weekdays } from '@/kit/fields/lists/weekdays-field'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can } from '@/shared/domain/people/permission'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { closuresKey, namedCentresQuery } from '../../shared/api/centres.query'
import { MaterialOfJobs } from './material-of-jobs'
import { StepTemplates } from './step-templates'

const workCentres = defineSmallTable({
  table: 'work_centres',
  one: 'work centre',
  many: 'work centres',
  fields: defineFields({
    name: text('Name', {
      required: true,
      max: 100,
      empty: '',
      duplicate: 'There is a work centre of this name already.',
    }),
    kind: choice(
      'Kind',
      [
        { value: 'design', label: 'Design' },
        { value: 'printer', label: 'Printer' },
        { value: 'laminator', label: 'Laminator' },
        { value: 'cnc', label: 'CNC router' },
        { value: 'laser', label: 'Laser' },
        { value: 'bench', label: 'Bench' },
        { value: 'paint', label: 'Paint' },
        { value: 'vehicle', label: 'Vehicle' },
        { value: 'outsourced', label: 'Outsourced' },
      ],
      { required: true, initial: 'bench' },
    ),
    capacity_minutes_day: wholeNumber('Minutes a day', { required: true, most: '14400', initial: 480 }),
    work_days: weekdays('Works on', {
      required: true,
      initial: [1, 2, 3, 4, 5],
      missing: 'Please choose a day',
      help: 'On other days the calendar and the board show it as closed',
    }),
    colour: colour('Colour'),
  }),
  key: ['work-centres'],
  live: [{ page: 'production', tables: ['work_centres', 'job_step_templates'] }],
  usedBy: 'job_step_templates',
  rights: {
    add: (rights) => can(rights, 'production', 'create'),
    change: (rights) => can(rights, 'production', 'edit'),
    remove: (rights) => can(rights, 'production', 'delete'),
  },
  about: 'Machines, benches and vehicles. The board shows the load of each against its minutes a day.',
})

const closures = (centres: readonly { id: string; name: string }[]) =>
  defineSmallTable({
    table: 'work_centre_closures',
    one: 'closure',
    many: 'closures',
    fields: defineFields({
      reason: text('Reason', { required: true, max: 200 }),
      starts_on: date('First day', { required: true }),
      ends_on: date('Last day', { required: true }),
      work_centre_id: choice(
        'Only',
        centres.map(({ id, name }) => ({ value: id, label: name })),
        { help: 'Empty: all work centres' },
      ),
    }),
    key: closuresKey,
    live: [{ page: 'production', tables: ['work_centre_closures'] }],
    order: 'starts_on',
    check: ({ starts_on: first, ends_on: last }): Record<string, string> =>
      first && last && last < first ? { ends_on: 'The last day is before the first' } : {},
    rights: {
      add: (rights) => can(rights, 'production', 'create'),
      change: (rights) => can(rights, 'production', 'edit'),
      remove: (rights) => can(rights, 'production', 'edit'),
    },
    about: 'Days on which machines do not run: service, a holiday. The calendar and the board show them as closed.',
  })

function ClosedDays() {
  const centres = useQuery(namedCentresQuery)
  const definition = useMemo(() => closures(centres.data ?? []), [centres.data])
  return <SmallTable of={definition} />
}

/** /production-settings: work centres, the days on which they are closed, and the steps that each service goes through. */
export const ProductionSettingsScreen = () => (
  <PageFrame title="Production Settings" width="page">
    <Stack gap="xl">
      <section aria-label="Work centres">
        <Title order={2} size="h3" mb="sm">
          Work centres
        </Title>
        <SmallTable of={workCentres} />
      </section>
      <section aria-label="Closed days">
        <Title order={2} size="h3" mb="sm">
          Closed days
        </Title>
        <ClosedDays />
      </section>
      <MaterialOfJobs />
      <section aria-label="Steps of services">
        <Title order={2} size="h3" mb="sm">
          Steps of services
        </Title>
        <StepTemplates />
      </section>
    </Stack>
  </PageFrame>
)
