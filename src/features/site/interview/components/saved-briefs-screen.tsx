import { Badge, Button, Modal, Stack } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, searchFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { useLive } from '@/kit/live/use-live'
import { Facts } from '@/kit/record/record-page'
import { topics } from '@/shared/domain/records/nudge'
import { english } from '@/shared/domain/texts/brief/en'
import { can } from '@/shared/domain/people/permission'
import { momentText } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { quoteBrief } from '../api/quote-brief.mutation'
import { type BriefLine, briefLineQuery, picturesQuery, readBriefs, savedBriefsKey } from '../api/saved-briefs.query'
import { steps } from '../questions'
import classes from './interview.module.css'

const states = [
  { value: 'open', label: 'Begun', colour: 'gray' },
  { value: 'sent', label: 'Sent', colour: 'yellow' },
  { value: 'quoted', label: 'Quotation made', colour: 'process' },
  { value: 'closed', label: 'Closed', colour: 'gray' },
]
const stateOf = (status: string) => states.find(({ value }) => value === status)
const answerOf = ({ answers }: BriefLine, name: string): string => {
  const answer: unknown = answers !== null && typeof answers === 'object' ? Reflect.get(answers, name) : null
  return typeof answer === 'string' ? answer : ''
}

const briefList = defineList({
  name: 'briefs',
  one: 'brief',
  many: 'briefs',
  key: savedBriefsKey,
  live: [],
  filters: {
    q: searchFilter('Search briefs', 'Name, business, what'),
    state: choiceFilter('State', states, 'Every state'),
  },
  columns: [
    {
      name: 'what',
      label: 'What',
      cell: (row: BriefLine) => answerOf(row, 'what') || 'Not told yet',
      csv: (row) => answerOf(row, 'what'),
    },
    {
      name: 'state',
      label: 'State',
      card: 'end',
      cell: (row) => (
        <Badge variant="light" color={stateOf(row.status)?.colour ?? 'gray'}>
          {stateOf(row.status)?.label}
        </Badge>
      ),
      csv: (row) => row.status,
    },
    { name: 'who', label: 'Who', text: (row) => [row.name, row.company].filter(Boolean).join(', ') },
    { name: 'reference', label: 'Reference', from: 'sm', text: (row) => row.reference },
    {
      name: 'begun',
      label: 'Begun',
      sort: 'begun',
      from: 'sm',
      cell: (row) => momentText(row.created_at),
      csv: (row) => row.created_at,
    },
  ],
  sort: { by: 'begun', down: true },
  all: readBriefs,
  matches: (row, { q, state }) =>
    (state === null || row.status === state) &&
    `${answerOf(row, 'what')} ${row.name ?? ''} ${row.company ?? ''} ${row.reference ?? ''}`
      .toLowerCase()
      .includes(q.trim().toLowerCase()),
  sortValue: (row) => row.created_at,
})

/** /designer-interview/saved: briefs that were begun or sent. One that was sent becomes a quotation. */
export function SavedBriefsScreen() {
  const [search, setSearch] = useSearchParams()
  const { role } = useRights()
  useLive(savedBriefsKey, role ? [{ topic: topics.role(role), tables: ['design_briefs'] }] : [])
  const open = search.get('brief')
  return (
    <PageFrame
      title="Saved Interviews"
      lead="What clients told our designers, step by step."
      width="full"
      actions={
        <Button component={Link} to={linkTo('/designer-interview')} variant="default">
          Open the interview
        </Button>
      }
    >
      <RecordList
        list={briefList}
        href={(row) => `${linkTo('/designer-interview/saved')}?brief=${row.id}`}
        empty={{
          icon: <IconMessageQuestion stroke={1.5} />,
          title: 'No briefs yet',
          children: 'Clients begin one on the site. It appears here as soon as its first step is saved.',
        }}
      />
      <Modal
        opened={open !== null}
        onClose={() => {
          search.delete('brief')
          setSearch(search, { replace: true })
        }}
        title="Brief"
        size="xl"
      >
        {open ? <BriefCard id={open} /> : null}
      </Modal>
    </PageFrame>
  )
}

function BriefCard({ id }: { id: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const rights = useRights()
  const brief = useQuery(briefLineQuery(id))
  const { data: pictures = [] } = useQuery(picturesQuery(id))
  const quoting = useActMutation({
    mutationFn: () => quoteBrief(id),
    onSuccess: async (quotation) => {
      await queryClient.invalidateQueries({ queryKey: savedBriefsKey })
      await navigate(linkTo('/quotations/:id', { id: quotation }))
    },
  })
  if (brief.isPending) return <LineSkeletons count={6} height={24} />
  const row = brief.data
  if (!row) return <Problem>{brief.error ? saveProblem(brief.error) : 'This brief is not there any more'}</Problem>
  const asked = steps.flatMap(({ questions }) => questions)
  return (
    <Stack gap="md">
      <Facts
        of={{
          Who: [row.name, row.company].filter(Boolean).join(', '),
          'E-mail': row.email,
          Telephone: row.phone,
          ...Object.fromEntries(asked.map(({ name, label }) => [english[label], answerOf(row, name)])),
          Sent: row.sent_at ? momentText(row.sent_at) : `Not yet: step ${row.step + 1} of ${steps.length + 1}`,
        }}
      />
      <ul className={classes.pictures}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <img src={picture.data} alt={picture.name} />
          </li>
        ))}
      </ul>
      {quoting.isError ? <Problem>{saveProblem(quoting.error)}</Problem> : null}
      {row.quotation_id ? (
        <Button component={Link} to={linkTo('/quotations/:id', { id: row.quotation_id })} variant="default">
          Open the quotation
        </Button>
      ) : row.status === 'sent' && can(rights, 'quotations', 'create') ? (
        <Button loading={quoting.isPending} onClick={() => quoting.mutate()}>
          Make a quotation
        </Button>
      ) : null}
    </Stack>
  )
}
