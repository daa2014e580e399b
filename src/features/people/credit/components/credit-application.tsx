import { Alert, Badge, Group, Stack } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { contactName } from '@/shared/domain/people/contact'
import { formatMoney } from '@/shared/domain/money/money'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import page from '@/shared/ui/page/record-page.module.css'
import { creditKey, creditQuery, type CreditRow } from '../api/credit.query'
import { creditStatusOf, liveCreditApplication } from '../credit-application.actors'
import { CreditFacts } from './credit-facts'
import { CreditForm } from './credit-form'
import { CreditSteps } from './credit-steps'
import { CreditStory } from './credit-story'
import classes from './credit.module.css'
import { CreditStatusBadge } from './credit-status'

type CreditApplicationProps = {
  id: string
  keeps: boolean
  decides: boolean
  listHref: string
}

/** One application: the request, the next actions, and its whole story. */
export function CreditApplication({ id, listHref, ...shown }: CreditApplicationProps) {
  const application = useQuery(creditQuery(id))
  const back = { label: 'All applications', href: listHref }
  return (
    <RecordState of={application} what="credit application" back={back}>
      {(row) => <Open row={row} listHref={listHref} {...shown} />}
    </RecordState>
  )
}

function Open({ row, keeps, decides, listHref }: { row: CreditRow } & Omit<CreditApplicationProps, 'id'>) {
  const status = creditStatusOf(row.status)
  const [state, send] = useMachine(liveCreditApplication, { input: { id: row.id, status, keeps, decides } })
  useEffect(() => send({ type: 'row.read', status, keeps, decides }), [send, status, keeps, decides])
  const queryClient = useQueryClient()
  const moved = state.hasTag('busy') ? status : state.context.status
  useEffect(() => {
    if (moved !== status) void queryClient.invalidateQueries({ queryKey: creditKey })
  }, [moved, status, queryClient])
  const { contact } = row

  return (
    <RecordPage
      title={contact ? contactName(contact) : 'Credit Application'}
      kind="Credit application"
      status={<CreditStatusBadge status={state.context.status} />}
      back={{ label: 'All applications', href: listHref }}
      notice={
        contact?.on_stop ? (
          <Alert color="magenta" variant="filled" mb="md" icon={<IconHandStop aria-hidden />} title="On stop">
            No credit while this contact is on stop. Release it on its card first.
          </Alert>
        ) : null
      }
      aside={
        <Stack>
          {contact ? <Standing contact={contact} /> : null}
          <CreditSteps row={row} state={state} send={send} />
          <CreditStory id={row.id} currency={row.contact?.currency ?? null} />
        </Stack>
      }
    >
      {state.matches('draft') && keeps ? (
        <CreditForm row={row} onSubmit={() => send({ type: 'submit' })} />
      ) : (
        <CreditFacts row={row} />
      )}
    </RecordPage>
  )
}

/** The contact's current data. */
const Standing = ({ contact }: { contact: NonNullable<CreditRow['contact']> }) => (
  <section className={page.panel} aria-label="The contact now">
    <Group justify="space-between" mb="xs">
      <ContactLink of={contact} />
      {contact.vat_number ? <Badge variant="default">{contact.vat_number}</Badge> : null}
    </Group>
    <dl className={classes.asked}>
      <div>
        <dt>Limit now</dt>
        <dd>
          {contact.credit_limit === null ? 'None' : formatMoney(contact.credit_limit, contact.currency ?? undefined)}
        </dd>
      </div>
      <div>
        <dt>Terms now</dt>
        <dd>{contact.payment_terms_days === null ? '–' : `${contact.payment_terms_days} days`}</dd>
      </div>
    </dl>
  </section>
)
