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
import { orderNumberDialog } from './order-number-dialog'
import { networkPaperQuery, sendOverNetwork } from '../api/network.query'

type NetworkPanelProps = { kind: 'invoice' | 'credit_note'; id: string; contactId: string; mayEdit: boolean }

/** What became of an issued paper in the network, and the next step. Nothing where no access point is connected. */
export function NetworkPanel({ kind, id, contactId, mayEdit }: NetworkPanelProps) {
  const network = useQuery(networkQuery).data
  const paper = useQuery(networkPaperQuery(id))
  const receiver = useQuery(receiverQuery(contactId))
  if (!network || (network.access_point === null && !paper.data)) return null
  const address = addressOf(receiver.data)
  return (
    <section className={page.panel}>
      <Title order={2} size="h4" mb="xs">
        Network
      </Title>
      {network.is_test ? (
        <Text size="xs" c="dimmed" mb="xs">
          Test access point: nothing leaves this machine.
        </Text>
      ) : null}
      {paper.data ? <Course paper={paper.data} /> : <Facts of={{ Receiver: address }} />}
      {paper.isSuccess && receiver.isSuccess && isOpenStep(paper.data) ? (
        <NextStep {...{ kind, id, contactId, mayEdit, address }} isAgain={paper.data !== null} />
      ) : null}
    </section>
  )
}

type Paper = { version: number; receiver: string; profile: string; status: string; reason: string | null }

/** Whether a person has the next step: nothing was sent yet, or what was sent was not received. */
const isOpenStep = (paper: Paper | null): boolean => paper === null || isUnreceived(paper.status)

/** The address over the network; one whose PDF goes by mail has none. */
const addressOf = (receiver: { address: string | null; profile: string } | null | undefined): string | null =>
  receiver && receiver.profile !== 'factur_x' ? receiver.address : null

/** Where the paper is, with the reason where it was not received. */
function Course({ paper }: { paper: Paper }) {
  const state = networkStateOf(paper.status)
  return (
    <>
      <Group gap="xs" mb={4}>
        {state ? <Badge color={state.color}>{state.label}</Badge> : null}
      </Group>
      <Text size="sm">{state?.says}</Text>
      {paper.reason ? <Text size="sm">{paper.reason}</Text> : null}
      <Facts
        of={{
          Receiver: paper.receiver,
          'Kind of file': invoiceProfiles.find(({ value }) => value === paper.profile)?.label,
          Sending: paper.version > 1 ? `Number ${paper.version}` : null,
        }}
      />
    </>
  )
}

type NextStepProps = NetworkPanelProps & { address: string | null; isAgain: boolean }

function NextStep({ kind, id, contactId, mayEdit, address, isAgain }: NextStepProps) {
  const rights = useRights()
  const editing = useDialog('receiver')
  const referring = useDialog(orderNumberDialog)
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
        {isAgain && mayEdit && kind === 'invoice' ? (
          <Button size="xs" variant="default" onClick={() => referring.open()}>
            Correct the order number
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
