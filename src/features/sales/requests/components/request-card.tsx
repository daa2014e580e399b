import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { Facts } from '@/kit/record/record-page'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { can } from '@/shared/domain/people/permission'
import { contactKind } from '@/shared/domain/records/record-kind'
import { momentText } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { quoteRequest, settleRequest } from '../api/request.mutation'
import { requestQuery, requestsKey, type VisitorRequest } from '../api/requests.query'
import { formLabel } from '../request-filters'
import { RequestState, SettledBy } from './request-state'

/** One request: the words of the visitor, how they are reached, and what can be done. */
export function RequestCard({ id }: { id: string }) {
  const request = useQuery(requestQuery(id))
  useLive(requestQuery(id).queryKey, [{ page: 'contacts', tables: ['visitor_requests'] }])
  if (request.isPending) return <LineSkeletons count={6} height={24} />
  const row = request.data
  if (!row)
    return <Problem>{request.error ? saveProblem(request.error) : 'This request is not there any more'}</Problem>
  return (
    <Stack gap="md">
      <Text component="blockquote" m={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {row.words ?? 'No words: the visitor only registered.'}
      </Text>
      <Facts
        of={{
          State: <RequestState status={row.status} />,
          Name: row.contact ? (
            <RecordLink kind={contactKind(row.contact.type)} id={row.contact.id} search={anchorOf(row)}>
              {row.name}
            </RecordLink>
          ) : (
            row.name
          ),
          Business: row.company,
          Email: row.email && <Anchor href={`mailto:${encodeURIComponent(row.email)}`}>{row.email}</Anchor>,
          Phone: row.phone && <Anchor href={`tel:${row.phone.replace(/[^+\d]/g, '')}`}>{row.phone}</Anchor>,
          Form: formLabel(row.form),
          Reference:
            row.reference && row.brief_id ? (
              <RecordLink kind="brief" id={row.brief_id}>
                {row.reference}
              </RecordLink>
            ) : (
              row.reference
            ),
          Arrived: momentText(row.created_at),
          'Settled on': row.settled_at && momentText(row.settled_at),
          'Settled by': row.settled_by && <SettledBy id={row.settled_by} />,
        }}
      />
      <Acts row={row} />
    </Stack>
  )
}

/** The words of a request stand in the story of its contact. */
const anchorOf = ({ form, words, id }: VisitorRequest) =>
  words !== null && form !== 'brief' && form !== 'product' ? `#request-${id}` : ''

function Acts({ row }: { row: VisitorRequest }) {
  const rights = useRights()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: requestsKey })
  const quoting = useActMutation({
    mutationFn: () => quoteRequest(row.id),
    onSuccess: async (quotation) => {
      await readAgain()
      await navigate(linkTo('/quotations/:id', { id: quotation }))
    },
  })
  const settling = useActMutation({ mutationFn: settleRequest, onSettled: readAgain })
  const settle = (label: string, status: string) => (
    <Button
      variant="default"
      loading={settling.isPending && settling.variables.status === status}
      onClick={() => settling.mutate({ id: row.id, status })}
    >
      {label}
    </Button>
  )
  const problem = quoting.error ?? settling.error
  return (
    <>
      {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
      <Group gap="xs">
        {row.quotation_id ? (
          can(rights, 'quotations', 'view') ? (
            <Button
              component={Link}
              to={linkTo('/quotations/:id', { id: row.quotation_id })}
              variant={row.status === 'open' ? 'filled' : 'default'}
            >
              Open the quotation
            </Button>
          ) : null
        ) : can(rights, 'quotations', 'create') ? (
          <Button
            variant={row.status === 'open' ? 'filled' : 'default'}
            loading={quoting.isPending}
            onClick={() => quoting.mutate()}
          >
            Begin a quotation
          </Button>
        ) : null}
        {can(rights, 'contacts', 'edit') ? (
          row.status === 'open' ? (
            <>
              {settle('Mark as answered', 'answered')}
              {settle('Decline', 'declined')}
            </>
          ) : (
            settle('Open again', 'open')
          )
        ) : null}
      </Group>
    </>
  )
}
