import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { saveStagesForClients, stagesForClientsKey, stagesForClientsQuery } from '../api/stages-for-clients.query'

const fields = defineFields({
  clients_see_stages: checkbox('Show clients where the work for their order stands', {
    help: 'Artwork, printing, finishing and how many lines are ready. They see no names, times or costs. When this is off, they see ordered, ready and delivered.',
  }),
})

/** The section of /settings/company for what clients who sign in see of the work for their orders. */
export function StagesForClients() {
  const stored = useQuery(stagesForClientsQuery)
  return (
    <section aria-labelledby="orders-of-clients-heading">
      <Title order={2} size="h3" mt="xl" mb="xs" id="orders-of-clients-heading" tabIndex={-1}>
        Orders in the account of a client
      </Title>
      <Text c="dimmed" mb="md">
        Clients who sign in see each order with its promised day.
      </Text>
      {stored.isPending ? <NamedSkeleton height={96} label="Reading what clients see of their orders" /> : null}
      {stored.isError && !stored.data ? (
        <Problem onRetry={() => void stored.refetch()}>What clients see of their orders could not be read</Problem>
      ) : null}
      {stored.data ? <Choice stored={stored.data} /> : null}
    </section>
  )
}

function Choice({ stored }: { stored: { clients_see_stages: boolean } }) {
  const form = useRecordForm({
    fields,
    name: 'stages-for-clients',
    stored,
    queryKey: stagesForClientsKey,
    save: saveStagesForClients,
  })
  return <RecordForm form={form} label="Orders in the account of a client" submitLabel="Save what clients see" />
}
