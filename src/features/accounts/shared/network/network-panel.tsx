import { Badge, Button, Group, Modal, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoiceProfiles, isUnreceived, networkStateOf } from '@/documents/network-states'
import { useDialog } from '@/kit/dialog/use-dialog'
import { ReceiverForm } from '@/kit/network/receiver-form'
import { networkQuery, receiverQuery } from '@/kit/network/receiver.query'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Facts } from '@/kit/record/record-page'
import page from '@/shared/ui/page/record-page.module.css'
import { useAct } from '../use-act'
import { networkPaperQuery, sendOverNetwork } from '../api/network.query'

type NetworkPanelProps = { kind: 'invoice' | 'credit_note'; id: string; contactId: string; mayEdit: boolean }

/** What became of an issued paper in the network, and the next step. Nothing where no access point is connected. */
export function NetworkPanel({ kind, id, contactId, mayEdit }: NetworkPanelProps) {
  const network = useQuery(networkQuery).data
  const paper = useQuery(networkPaperQuery(id))
  const receiver = useQuery(receiverQuery(contactId))
  if (!network || (network.access_point === null && !paper.data)) return null
  const state = networkStateOf(paper.data?.status === 'sending' ? 'waiting' : (paper.data?.status ?? null))
  const isOpen = !state || isUnreceived(paper.data?.status ?? null)
  const address = receiver.data?.profile === 'factur_x' ? null : (receiver.data?.address ?? null)
  return (
    <section className={page.panel}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Network
        </Title>
        {state ? <Badge color={state.color}>{state.label}</Badge> : null}
      </Group>
      {network.is_test ? (
        <Text size="xs" c="dimmed" mb="xs">
          Test access point: nothing leaves this machine.
        </Text>
      ) : null}
      {state ? <Text size="sm">{state.says}</Text> : null}
      {paper.data?.reason ? <Text size="sm">{paper.data.reason}</Text> : null}
      <Facts
        of={{
          Receiver: paper.data?.receiver ?? address,
          'Kind of file': invoiceProfiles.find(({ value }) => value === (paper.data ?? receiver.data)?.profile)?.label,
          Sending: paper.data && paper.data.version > 1 ? `Number ${paper.data.version}` : null,
        }}
      />
      {isOpen && receiver.isSuccess ? (
        <NextStep kind={kind} id={id} contactId={contactId} mayEdit={mayEdit} address={address} isAgain={!!state} />
      ) : null}
    </section>
  )
}

type NextStepProps = NetworkPanelProps & { address: string | null; isAgain: boolean }

function NextStep({ kind, id, contactId, mayEdit, address, isAgain }: NextStepProps) {
  const rights = useRights()
  const editing = useDialog('receiver')
  const { act, isBusy } = useAct()
  const mayCorrect = can(rights, 'contacts', 'edit')
  return (
    <>
      {address === null ? (
        <Text size="sm">The client has no address in the network. Electronic invoices go with the mail.</Text>
      ) : null}
      <Group gap="xs" mt="xs">
        {address !== null && mayEdit ? (
          <Button
            size="xs"
            variant={isAgain ? 'filled' : 'default'}
            loading={isBusy}
            onClick={act(() => sendOverNetwork(kind, id))}
          >
            {isAgain ? 'Send again' : 'Send over the network'}
          </Button>
        ) : null}
        {mayCorrect && (address === null || isAgain) ? (
          <Button size="xs" variant="default" onClick={() => editing.open()}>
            {address === null ? 'Enter the address' : 'Correct the address'}
          </Button>
        ) : null}
      </Group>
      <Modal opened={editing.isOpen} onClose={editing.close} title="How the client receives electronic invoices">
        <ReceiverForm contactId={contactId} onSaved={editing.close} onCancel={editing.close} />
      </Modal>
    </>
  )
}
