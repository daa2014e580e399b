import { Badge, Button, Modal, Tabs } from '@mantine/core'
import { IconCalendarPlus, IconCalendarEvent } from '@tabler/icons-react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useLive } from '@/kit/live/use-live'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { topics } from '@/shared/domain/records/nudge'
import { hasPermission } from '@/shared/domain/people/permission'
import { momentText } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { type AppointmentLine, appointmentsKey, readAppointments } from '../api/appointments.query'
import { AppointmentCard } from './appointment-card'
import { NewAppointment } from './new-appointment'
import { OpeningHours } from './opening-hours'
import { outcomes } from '../outcomes'

const appointmentList = defineList({
  name: 'appointments',
  one: 'appointment',
  many: 'appointments',
  key: appointmentsKey,
  live: [],
  filters: {
    q: searchFilter('Search appointments', 'Name, business, reference'),
    when: segmentFilter('When', [
      { value: 'coming', label: 'Coming' },
      { value: 'past', label: 'Past' },
      { value: 'all', label: 'All' },
    ]),
    status: choiceFilter('State', outcomes, 'Every state'),
  },
  columns: [
    {
      name: 'when',
      label: 'When',
      sort: 'when',
      cell: (row: AppointmentLine) => momentText(row.starts_at),
      csv: (row) => row.starts_at,
    },
    { name: 'who', label: 'Who', sort: 'who', text: (row) => [row.name, row.company].filter(Boolean).join(', ') },
    { name: 'what', label: 'What', text: (row) => row.booking_types.name },
    {
      name: 'state',
      label: 'State',
      card: 'end',
      cell: (row) => {
        const outcome = outcomes.find(({ value }) => value === row.status)
        return (
          <Badge variant="light" color={outcome?.colour ?? 'gray'}>
            {outcome?.label}
          </Badge>
        )
      },
      csv: (row) => row.status,
    },
    { name: 'phone', label: 'Telephone', from: 'md', text: (row) => row.phone },
    { name: 'reference', label: 'Reference', from: 'md', text: (row) => row.reference },
  ],
  sort: { by: 'when', down: false },
  phoneOf: (row) => row.phone,
  all: readAppointments,
  matches: (row, { q, when, status }) =>
    (status === null || row.status === status) &&
    (when === 'all' || Date.parse(row.ends_at) > Date.now() === (when === 'coming')) &&
    `${row.name} ${row.company ?? ''} ${row.reference ?? ''} ${row.email ?? ''}`
      .toLowerCase()
      .includes(q.trim().toLowerCase()),
  sortValue: (row, by) => (by === 'when' ? row.starts_at : (row.name ?? '').toLowerCase()),
})

/** /booking-list: appointments of visitors and of the office, and the hours in which they can be booked. */
export function BookingListScreen() {
  const rights = useRights()
  const adding = useDialog('new')
  const [search, setSearch] = useSearchParams()
  const mayKeep = hasPermission(rights, 'manage_bookings')
  useLive(
    appointmentsKey,
    rights.role
      ? [
          {
            topic: topics.role(rights.role),
            tables: ['bookings', 'booking_types', 'booking_hours', 'booking_closures'],
          },
        ]
      : [],
  )
  const without = (name: string) => {
    search.delete(name)
    setSearch(search, { replace: true })
  }
  const open = search.get('booking')
  return (
    <PageFrame
      title="Booking List"
      lead="New appointments of visitors appear here at once."
      width="full"
      actions={
        mayKeep ? (
          <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => adding.open()}>
            Take an appointment
          </Button>
        ) : null
      }
    >
      <Tabs
        value={search.get('tab') === 'hours' ? 'hours' : 'list'}
        onChange={(tab) => setSearch(tab === 'hours' ? { tab } : {})}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="list">Appointments</Tabs.Tab>
          <Tabs.Tab value="hours">Hours and kinds</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list">
          <RecordList
            list={appointmentList}
            href={(row) => `${linkTo('/booking-list')}?booking=${row.id}`}
            empty={{
              icon: <IconCalendarEvent stroke={1.5} />,
              title: 'No appointments yet',
              children: 'Visitors book on the public site. The office takes appointments here as well.',
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="hours">
          <OpeningHours />
        </Tabs.Panel>
      </Tabs>
      <Modal opened={open !== null} onClose={() => without('booking')} title="Appointment" size="lg">
        {open ? <AppointmentCard id={open} mayKeep={mayKeep} /> : null}
      </Modal>
      <Modal opened={adding.isOpen && mayKeep} onClose={adding.close} title="Take an appointment" size="lg">
        <NewAppointment at={search.get('at')} onClose={adding.close} />
      </Modal>
    </PageFrame>
  )
}
