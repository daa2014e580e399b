import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { networkAddress } from '@/kit/network/receiver-form'
import { networkQuery } from '@/kit/network/receiver.query'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { connectNetwork, saveNetwork } from '../api/network.mutation'

const fields = defineFields({
  own_address: networkAddress(
    'Address of your company',
    'Empty: your tax number in the list of its country. Your provider tells you another one.',
  ),
  sends_when_issued: checkbox('Send invoices and credit notes when they are issued', {
    help: 'To clients with an address in the network. Otherwise a person sends each.',
  }),
})

type Network = {
  access_point: string | null
  is_test: boolean
  own_address: string | null
  sends_when_issued: boolean
}

/** /settings/network: the access point, the own address, and whether papers go out by themselves. */
export function NetworkScreen() {
  const network = useQuery(networkQuery)
  return (
    <PageFrame title="Network" lead="Electronic invoices are sent and received through an access point." width="text">
      {network.isPending ? <NamedSkeleton height={160} label="Reading how the network is used" /> : null}
      {network.isError && !network.data ? (
        <Problem onRetry={() => void network.refetch()}>How the network is used could not be read</Problem>
      ) : null}
      {network.data ? (
        <Stack>
          <AccessPointPanel network={network.data} />
          <Usage network={network.data} />
        </Stack>
      ) : null}
    </PageFrame>
  )
}

function AccessPointPanel({ network }: { network: Network }) {
  const queryClient = useQueryClient()
  const { data, error, isPending, mutate } = useOneMutation({
    mutationFn: connectNetwork,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: networkQuery.queryKey }),
  })
  return (
    <section className={page.panel} aria-labelledby="access-point-heading">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="access-point-heading">
          Access point
        </Title>
        {network.access_point === null ? (
          <Badge color="gray">Not connected</Badge>
        ) : (
          <Badge color="green">Connected</Badge>
        )}
      </Group>
      {network.access_point ? <Text fw={600}>{network.access_point}</Text> : null}
      {network.is_test ? (
        <Text size="sm">It is for trying: nothing leaves this machine, and no client receives anything.</Text>
      ) : null}
      <Text size="sm" c="dimmed" my="xs">
        Whoever runs the server names the provider by ACCESS_POINT_URL and ACCESS_POINT_KEY. The provider must answer
        the calls of docs/access-point.md. Storecove, Pagero, B2Brouter and ecosio have calls of their own: none of them
        is supported yet.
      </Text>
      {error ? <Problem>{error.message}</Problem> : null}
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {network.access_point ? 'Check the connection' : 'Connect'}
      </Button>
      <Text role="status" size="sm" mt="xs">
        {data ? (data.name === null ? 'No access point is set up on the server.' : `${data.name} answered.`) : null}
      </Text>
    </section>
  )
}

function Usage({ network }: { network: Network }) {
  const form = useRecordForm({
    fields,
    name: 'network-settings',
    stored: network,
    queryKey: networkQuery.queryKey,
    save: saveNetwork,
  })
  return <RecordForm form={form} label="Use of the network" submitLabel="Save" />
}
